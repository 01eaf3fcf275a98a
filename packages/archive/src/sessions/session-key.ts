/**
 * What a session is known by: its agent and the agent's own id for it, or a fingerprint of its first record where
 * there is none. A subagent's input belongs to the session at its root.
 */
import type { SessionFacts } from '@hansard/core';

/** What a running agent printed is another record of the session than its log, and is kept apart. */
export const sessionKey = (agent: string, id: string, live = false): string =>
  JSON.stringify(live ? [agent, id, 'live'] : [agent, id]);

/** Whether a key is of what a running agent printed. */
export const isLive = (key: string): boolean => (JSON.parse(key) as unknown[])[2] === 'live';

/** Id of the session that a thread belongs to, as far as the thread knows. */
export function homeOf(facts: SessionFacts, fingerprint: string): string {
  return facts.root ?? facts.parent ?? facts.nativeId ?? fingerprint;
}

export function isSubagent({ agent, root, parent, nativeId }: SessionFacts): boolean {
  return agent !== undefined || parent !== undefined || (root !== undefined && root !== nativeId);
}
