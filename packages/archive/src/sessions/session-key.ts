/**
 * What a session is known by: its agent and the agent's own id for it, or a fingerprint of its first record where
 * there is none. A subagent's input belongs to the session at its root. A log, a wire and an imported document of one
 * session have one key.
 */
import type { ImportedFacts, SessionFacts } from '@hansard/core';

export const sessionKey = (agent: string, id: string): string => JSON.stringify([agent, id]);

/** Steps of runs are known by where their transcript is. */
const importedKey = ({ agent, transcriptId, nativeId, key }: ImportedFacts): string =>
  key === undefined ? sessionKey(agent, nativeId ?? transcriptId) : JSON.stringify(['', key, 'import']);

/** The key of the session that a thread belongs to, as far as the thread knows. */
export function keyOf(agent: string, facts: SessionFacts, fingerprint: string): string {
  if (facts.imported) return importedKey(facts.imported);
  return sessionKey(facts.agentId ?? agent, homeOf(facts, fingerprint));
}

/**
 * Keys that a session of that key had in archives before version 4, which kept wires and imports apart: what was erased
 * under them stays erased.
 */
export function earlierKeys(key: string, transcriptIds: readonly string[]): string[] {
  const [agent, id, kind] = JSON.parse(key) as string[];
  if (kind !== undefined) return [];
  return [[agent, id, 'live'], ...transcriptIds.map((one) => [agent, one, 'import'])].map((one) => JSON.stringify(one));
}

/** Which of the sessions in an input a thread is; empty for the input's own. */
export function partOf({ imported, nativeId }: SessionFacts, nth: number): string {
  return imported?.part ?? (nth === 0 ? '' : (nativeId ?? `#${nth}`));
}

/** Id of the session that a thread belongs to, as far as the thread knows. */
export function homeOf(facts: SessionFacts, fingerprint: string): string {
  return facts.root ?? facts.parent ?? facts.nativeId ?? fingerprint;
}

export function isSubagent({ agent, root, parent, nativeId }: SessionFacts): boolean {
  return agent !== undefined || parent !== undefined || (root !== undefined && root !== nativeId);
}
