/**
 * Whether a change is of something that was erased: by the name of its input, or by the session that its records name,
 * since an agent may move a file, or write another of the same session. The input is then remembered, too.
 */

import { earlierKeys, keyOf } from '../sessions/session-key.ts';
import type { Erasures } from '../sqlite/journal/erasures.ts';
import type { ThreadDraft } from './index-sink.ts';
import type { InputChange, WholeThread } from './input-change.ts';

type Told = Pick<ThreadDraft | WholeThread, 'facts'>;

/** Whether a thread is of a session that was erased; gives the session's id. */
export function erasedThread(erasures: Erasures, change: InputChange, { facts }: Told): string | undefined {
  const key = keyOf(change.input.agent, facts, change.fingerprint);
  const isLog = !facts.imported && !change.dialect?.live;
  const keys = isLog ? [key] : [key, ...earlierKeys(key, facts.imported ? [facts.imported.transcriptId] : [])];
  return erasures.find(...keys.map((one) => erasures.ofSession(one)));
}

/** `hasOthers`: the input holds sessions that stay. */
export function isErasedChange(
  erasures: Erasures,
  change: InputChange,
  now: string,
  hasOthers: () => boolean,
): boolean {
  if (change.rereads || !erasures.any) return false;
  const input = erasures.ofInput(change.input);
  if (erasures.find(input) !== undefined) return true;
  const threads = [...change.threads, ...(change.whole ?? [])];
  const sessions = threads.map((thread) => erasedThread(erasures, change, thread));
  const session = sessions.find((one) => one !== undefined);
  if (session === undefined) return false;
  if (change.dialect?.live && (sessions.includes(undefined) || hasOthers())) return false;
  erasures.note(session, [input], now);
  return true;
}
