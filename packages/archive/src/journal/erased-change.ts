/**
 * Whether a change is of something that was erased: by the name of its input, or by the session that its records name,
 * since an agent may move a file, or write another of the same session. The input is then remembered, too.
 */
import type { InputChange } from '../ingest/input-change.ts';
import { earlierKeys, keyOf } from '../sessions/session-key.ts';
import type { Erasures } from './erasures.ts';

export function isErasedChange(erasures: Erasures, change: InputChange, now: string): boolean {
  if (change.rereads || !erasures.any) return false;
  const input = erasures.ofInput(change.input);
  if (erasures.find(input) !== undefined) return true;
  const threads = [...change.threads, ...(change.whole ?? [])];
  const keys = threads.flatMap(({ facts }) => {
    const key = keyOf(change.input.agent, facts, change.fingerprint);
    const isLog = !facts.imported && !change.dialect?.live;
    return isLog ? [key] : [key, ...earlierKeys(key, facts.imported ? [facts.imported.transcriptId] : [])];
  });
  const session = erasures.find(...keys.map((key) => erasures.ofSession(key)));
  if (session === undefined) return false;
  erasures.note(session, [input], now);
  return true;
}
