/** Says why there are no numbers, and what to do about it. */
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import { count } from '../terminal/words.ts';
import { wrap } from '../terminal/wrap.ts';

export async function emptyText(store: NumbersStore, minute: (time: string) => string): Promise<string> {
  const sessions = await store.sessions.count();
  if (sessions === 0)
    return 'The archive holds no sessions yet. `hansard sync` keeps those that are on this machine.\n';
  const { sessions: used, first, last } = await store.numbers.extent();
  if (used === 0) return `None of the ${count(sessions, 'session')} in the archive says what it used.\n`;
  const at = (time: number | null) => minute(new Date(time ?? 0).toISOString()).slice(0, 10);
  const text =
    `Nothing in the archive fits. It has numbers of ${count(used, 'session')}, ` +
    `from ${at(first)} to ${at(last)}; try fewer filters or other dates.`;
  return `${wrap(text)}\n`;
}
