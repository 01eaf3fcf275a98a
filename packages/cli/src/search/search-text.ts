/** What a search found, as people read it: sessions with their hits, and how to open them. */

import { adapterOf, neutraliseLine } from '@hansard/core';
import type { HitResult, SearchResult, SessionResult } from '@hansard/core/store/search.ts';
import type { TextOptions } from '../sessions/sessions-text.ts';
import { fit, fitEnd } from '../terminal/table.ts';
import { count, tilde } from '../terminal/words.ts';
import { hitLabel, shellWord, snippetText } from './hit-text.ts';

export function searchText(result: SearchResult, options: TextOptions): string {
  const sessions = result.sessions.map((session, i) => sessionText(session, i + 1, options));
  return `${sessions.join('\n\n')}\n\n${summary(result)}\n`;
}

function sessionText(found: SessionResult, number: number, options: TextOptions): string {
  const { session, hits } = found;
  const { colors, columns, home, minute } = options;
  const time = session.endedAt ?? session.startedAt;
  const head = [
    `${number}`,
    time ? minute(time) : '-',
    adapterOf(session.agent)?.label ?? session.agent,
    hits.length > 0 ? countText(found) : '',
    fitEnd(neutraliseLine(session.project ? tilde(session.project, home) : '-'), Math.max(16, columns / 4)),
    neutraliseLine(`${session.starred ? '★ ' : ''}${session.title ?? '(no title)'}`),
  ];
  const lines = hits.flatMap((hit) => hitLines(hit, options));
  // Filters alone may choose sessions and no events in them.
  if (lines.length === 0) lines.push(colors.dim(`   hansard show ${found.shortId}`));
  return [colors.bold(fit(head.filter(Boolean).join('  '), columns)), ...lines].join('\n');
}

function countText({ count: counted, hits }: SessionResult): string {
  if (!counted || (counted.exact && counted.number <= hits.length)) return '';
  return `(${counted.exact ? '' : 'over '}${count(counted.number, 'hit')})`;
}

function hitLines(hit: HitResult, { colors, minute, columns }: TextOptions): string[] {
  const label = `   ${minute(hit.time)}  ${hitLabel(hit)}`;
  const link = fit(neutraliseLine(`   hansard show ${shellWord(hit.link)}`), columns);
  const text = hit.snippet ? [`   ${snippetText(hit.snippet, colors)}`] : [];
  return [colors.dim(label), ...text, colors.dim(link)];
}

function summary(result: SearchResult): string {
  const { sessions, more, total } = result;
  const hits = total === null || total === 0 ? '' : `, ${count(total, 'hit')} in all`;
  const further = more ? '; there are more (--limit N shows N)' : '';
  return [`${count(sessions.length, 'session')}${further}${hits}.`, ...remarks(result)].join('\n');
}

/** What the answer does not cover. */
export function remarks({ rankedPartly, patterns }: SearchResult): string[] {
  const lines: string[] = [];
  if (rankedPartly) lines.push('There are more than 50,000 hits: the newest 50,000 were ranked.');
  if (patterns && !patterns.complete) {
    const read = `${count(patterns.events, 'event')} of ${count(patterns.sessions, 'session')}`;
    lines.push(`The regular expression was tried on ${read}. Words and filters choose fewer; --deep reads them all.`);
  }
  if (patterns && patterns.abandoned.length > 0) {
    lines.push(`It took too long in ${count(patterns.abandoned.length, 'session')}, which may have more.`);
  }
  return lines;
}
