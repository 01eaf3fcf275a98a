/** What to say when nothing was found: which part of the query is to blame, and what was perhaps meant. */

import { neutraliseLine } from '@hansard/core';
import type { Explanation } from '@hansard/core/store/search.ts';
import { count } from '../terminal/words.ts';

export function nothingText(explanations: readonly Explanation[], isEmpty: boolean): string {
  if (isEmpty) return 'No matches: the archive is empty. Run `hansard sync` to fill it.\n';
  const lines = explanations.map((explanation) => `  ${neutraliseLine(line(explanation))}`);
  const end =
    lines.length > 0 ? lines : ['  Run `hansard sync` to add new sessions; `hansard help search` lists the filters.'];
  return `No matches.\n${end.join('\n')}\n`;
}

function line({ clause, fitsNothing, sessionsWithout, instead }: Explanation): string {
  const meant = instead.length > 0 ? ` Did you mean ${instead.join(' or ')}?` : '';
  if (fitsNothing) {
    const rest = sessionsWithout > 0 ? `; without it, the rest matches in ${some(sessionsWithout)}` : '';
    return `No matches for ${clause}${rest}.${meant}`;
  }
  return `Without ${clause}, the rest matches in ${some(sessionsWithout)}.`;
}

const COUNTED = 20;

const some = (sessions: number): string => `${sessions >= COUNTED ? 'at least ' : ''}${count(sessions, 'session')}`;
