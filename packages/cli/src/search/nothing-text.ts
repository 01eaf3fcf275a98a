/** What to say when nothing was found: which part of the query is to blame, and what was perhaps meant. */

import { neutraliseLine } from '@hansard/core';
import type { Explanation } from '@hansard/core/store/search.ts';
import { count } from '../terminal/words.ts';

export function nothingText(explanations: readonly Explanation[]): string {
  const lines = explanations.map((explanation) => `  ${neutraliseLine(line(explanation))}`);
  const end =
    lines.length > 0 ? lines : ['  `hansard sync` keeps what is new; `hansard help search` lists the filters.'];
  return `Nothing was found.\n${end.join('\n')}\n`;
}

function line({ clause, fitsNothing, sessionsWithout, instead }: Explanation): string {
  const meant = instead.length > 0 ? ` Did you mean ${instead.join(' or ')}?` : '';
  if (fitsNothing) {
    const rest = sessionsWithout > 0 ? `; without it there is something in ${some(sessionsWithout)}` : '';
    return `${clause} fits nothing in the archive${rest}.${meant}`;
  }
  return `Without ${clause} there is something in ${some(sessionsWithout)}.`;
}

const COUNTED = 20;

const some = (sessions: number): string => `${sessions >= COUNTED ? 'at least ' : ''}${count(sessions, 'session')}`;
