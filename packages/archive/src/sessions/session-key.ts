/**
 * What a session is known by: its agent and the agent's own id for it, or a fingerprint of its first record where
 * there is none. A subagent's input belongs to the session at its root.
 */
import type { ImportedFacts, SessionFacts } from '@hansard/core';

/** What a running agent printed is another record of the session than its log, and is kept apart. */
export const sessionKey = (agent: string, id: string, live = false): string =>
  JSON.stringify(live ? [agent, id, 'live'] : [agent, id]);

/** A transcript that was imported is another record of a session than the agent's own files. */
export const importedKey = ({ agent, transcriptId, key }: ImportedFacts): string =>
  JSON.stringify(key === undefined ? [agent, transcriptId, 'import'] : ['', key, 'import']);

export const isImported = (key: string): boolean => key.endsWith(',"import"]');

/** The key of the session that a thread belongs to, as far as the thread knows. */
export function keyOf(agent: string, facts: SessionFacts, fingerprint: string, live?: boolean): string {
  return facts.imported ? importedKey(facts.imported) : sessionKey(agent, homeOf(facts, fingerprint), live);
}

/** Which of the sessions in an input a thread is; empty for the input's own. */
export function partOf({ imported, nativeId }: SessionFacts, nth: number): string {
  return imported?.part ?? (nth === 0 ? '' : (nativeId ?? `#${nth}`));
}

/** Whether a key is of what a running agent printed. */
export const isLive = (key: string): boolean => (JSON.parse(key) as unknown[])[2] === 'live';

/** Id of the session that a thread belongs to, as far as the thread knows. */
export function homeOf(facts: SessionFacts, fingerprint: string): string {
  return facts.root ?? facts.parent ?? facts.nativeId ?? fingerprint;
}

export function isSubagent({ agent, root, parent, nativeId }: SessionFacts): boolean {
  return agent !== undefined || parent !== undefined || (root !== undefined && root !== nativeId);
}
