/** What is to be erased and what was, for people. */
import { type CopyState, type ErasePlan, type EraseReport, sessionLine } from '@hansard/archive';
import type { Context } from '../context.ts';
import { bytesInWords, count } from '../terminal/words.ts';

export function planText({ sessions, inputs, shared, forks }: ErasePlan): string {
  const lines = sessions.map(
    (session) => `${sessionLine(session)}  (${count(inputs.get(session.id)?.length ?? 0, 'file')})`,
  );
  if (shared > 0) lines.push(`Shared ${count(shared, 'time')}: what has left the machine is out of reach.`);
  if (forks.length > 0) lines.push('Sessions that began as a copy keep what they copied:', ...forks.map(sessionLine));
  return lines.map((line) => `${line}\n`).join('');
}

export function eraseText(plan: ErasePlan, { sessions, bytes, copies }: EraseReport): string {
  const files = [...plan.inputs.values()].reduce((sum, inputs) => sum + inputs.length, 0);
  const backups = copies.filter(({ outcome }) => outcome === 'erased').length;
  const reached = backups > 0 ? `, also from ${backups === 1 ? 'a copy' : `${backups} copies`} of the archive` : '';
  return (
    `Erased ${count(sessions, 'session')} with ${count(files, 'file')} and ${bytesInWords(bytes)} of originals${reached}.\n` +
    'The agents’ own files are left as they are; sync leaves them out from now on (`hansard rm --forget` undoes that).\n'
  );
}

/** Tells of copies that may still hold what was erased; whether there are none. */
export function noteCopies(context: Context, copies: readonly CopyState[]): boolean {
  for (const { path, outcome, message } of copies) {
    if (outcome === 'absent')
      context.note(`The backup ${path} is not there now. If it still exists, it was not changed.`);
    if (outcome === 'failed') context.note(`${path} may still hold what was erased: ${message}. Delete it by hand.`);
  }
  return copies.every(({ outcome }) => outcome !== 'failed');
}
