/** The list of sessions as people read it. */
import { neutraliseLine } from '@hansard/core';
import type { Colors } from '../terminal/colors.ts';
import { fit, fitEnd, table } from '../terminal/table.ts';
import { bytesInWords, count, tilde } from '../terminal/words.ts';
import { type Found, type Listed, startOf } from './find-sessions.ts';
import { keepsText } from './keeps-text.ts';

export interface TextOptions {
  readonly home: string;
  readonly columns: number;
  readonly minute: (time: string) => string;
  readonly colors: Colors;
}

/** Two lines a session: what it is, and what to give to other commands. */
export function sessionsText(found: Found, options: TextOptions): string {
  const { sessions, total } = found;
  const rows = table(
    sessions.map((session) => row(session, options)),
    ['left', 'left', 'right'],
  ).split('\n');
  const lines = sessions.flatMap((session, i) => [
    fit(rows[i] as string, options.columns),
    options.colors.dim(`    ${neutraliseLine(reference(session, options.home))}`),
  ]);
  const of = found.selected ? '' : ` of ${count(total, 'session file')}`;
  const rest = found.more ? `${of} (--all lists all)` : '';
  const hint = 'Read one with `hansard show FILE`; `hansard sync` keeps and indexes them.';
  return `${lines.join('\n')}\n\n${count(sessions.length, 'session')}${rest}. ${hint}\n`;
}

/** In a store, the file alone does not say which session. */
function reference({ input, peek }: Listed, home: string): string {
  const id = input.kind === 'store' && peek.nativeId ? ` --session ${peek.nativeId}` : '';
  return tilde(input.path, home) + id;
}

function row(listed: Listed, { home, minute, columns }: TextOptions): string[] {
  const { adapter, input, peek } = listed;
  const project = neutraliseLine(peek.project ? tilde(peek.project, home) : '-');
  return [
    minute(startOf(listed)),
    adapter.label,
    bytesInWords(input.bytes),
    // The title says more than the folders above the project's own.
    fitEnd(project, Math.max(16, columns / 4)),
    neutraliseLine(peek.title ?? '(no title)'),
  ];
}

/** Where it was looked, and what to do next. */
export function emptyText({ searched, total, selected }: Found, home: string): string {
  if (selected && total > 0) return `None of the ${count(total, 'session file')} is of such a project.\n`;
  const places = searched.map(keepsText);
  return [
    `No sessions were found under ${neutraliseLine(home)}. These are the places that were searched:`,
    ...places,
    '',
    'Run one of these agents once, or read a log from another place with',
    '`hansard show FILE`. `hansard serve --open` shows a small sample session.',
    '',
  ].join('\n');
}
