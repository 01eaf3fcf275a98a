/**
 * Entries as people read them, the only such formatter: a header with time, role or tool, the words below it, and
 * a blank line between entries. Everything from the transcript is neutralised on the way.
 */
import { clockOf } from '../clock.ts';
import { neutralise, neutraliseLine } from '../neutralise.ts';
import type { TranscriptEntry } from './entry.ts';

export interface FormatOptions {
  /** IANA name of the time zone of the clock times; default UTC. */
  readonly timezone?: string;
  /** Decorates a header, with colours for example. */
  readonly header?: (text: string, entry: TranscriptEntry) => string;
}

const EMOJI: Readonly<Record<string, string>> = { system: '⚙️', user: '👤', assistant: '🤖' };
/** Reasoning, decisions and errors are no messages of their role, and their header says so. */
const MESSAGES = new Set(['user_message', 'assistant_message', 'system']);

export function formatTranscript(entries: Iterable<TranscriptEntry>, options: FormatOptions = {}): string {
  let text = '';
  for (const piece of formatEntries(entries, options)) text += piece;
  return text;
}

/** The same, piece by piece. */
export function* formatEntries(entries: Iterable<TranscriptEntry>, options: FormatOptions = {}): Iterable<string> {
  const clock = clockOf(options.timezone ?? 'UTC');
  let first = true;
  for (const entry of entries) {
    const header = headerOf(entry, clock);
    const decorated = options.header?.(header, entry) ?? header;
    yield `${first ? '' : '\n'}${decorated}\n${neutralise(entry.content)}\n`;
    first = false;
  }
}

function headerOf(entry: TranscriptEntry, clock: (time: string) => string): string {
  const source = entry.source === 'primary' ? '' : `[${neutraliseLine(entry.source)}] `;
  const withdrawn = entry.metadata?.['withdrawn'] === true ? ' (withdrawn)' : '';
  return `${source}[${clock(entry.created_at)}] ${who(entry)}${withdrawn}`;
}

function who({ role, tool_name, metadata }: TranscriptEntry): string {
  if (role === 'tool' || tool_name !== null) return `🔧 ${neutraliseLine(tool_name ?? '?')}`;
  const type = metadata?.['type'];
  const note = typeof type === 'string' && !MESSAGES.has(type) ? ` (${type})` : '';
  return neutraliseLine(`${EMOJI[role] ?? '•'} ${role.toUpperCase()}${note}`);
}
