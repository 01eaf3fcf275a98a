/** What the page says of the session as a whole. */
import { sessionState } from '../../events/session-state.ts';
import type { TranscriptHeader } from '../contract.ts';
import { projectOf } from '../file-name.ts';
import { escapeHtml } from './escape.ts';
import type { FileFacts } from './file-data.ts';
import type { SessionIndex } from './session-index.ts';

export function titleOf({ session, source }: TranscriptHeader): string {
  const line = session.title?.replaceAll(/\s+/g, ' ').trim();
  return line || `${agentName(source.agent)} session of ${session.startedAt.slice(0, 10)}`;
}

/** Until the viewer is there, and for readers without scripts. */
export function headerPanel(header: TranscriptHeader): string {
  const lines = factLines(header).map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<header class="file-head"><h1 dir="auto">${escapeHtml(titleOf(header))}</h1>${lines.join('')}</header>\n`;
}

export function factsOf(header: TranscriptHeader, index: SessionIndex): FileFacts {
  const { session, metrics } = header;
  return {
    title: titleOf(header),
    lines: factLines(header),
    sources: index.sources(),
    messages: metrics.messageCount,
    startedAt: session.startedAt,
    endedAt: session.endedAt ?? null,
    state: sessionState(session.state),
  };
}

export function factLines(header: TranscriptHeader): string[] {
  return [agentLine(header), numbersLine(header), privacyLine(header)].filter((line) => line !== '');
}

const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => part).join(' · ');

/** An id is lower-case words with hyphens; people write them apart. */
const agentName = (id: string): string =>
  id
    .split(/[-_]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

function agentLine(header: TranscriptHeader): string {
  const { source, session } = header;
  const times = [session.startedAt, session.endedAt].map((time) => time?.slice(0, 16).replace('T', ' '));
  const sameDay = times[0]?.slice(0, 10) === times[1]?.slice(0, 10);
  const end = times[1] && times[1] !== times[0] ? ` to ${sameDay ? times[1].slice(11) : times[1]}` : '';
  return joined([
    `${agentName(source.agent)} ${source.agentVersion ?? ''}`.trim(),
    session.models?.join(', '),
    `${times[0]}${end} UTC`,
    projectOf(header),
    session.environment.repo?.branch,
  ]);
}

function numbersLine({ metrics }: TranscriptHeader): string {
  const { messageCount, toolCallCount, errorCount, tokens, cost } = metrics;
  const all = tokens ? tokens.input + tokens.output : 0;
  return joined([
    counted(messageCount, 'message'),
    counted(toolCallCount, 'tool call'),
    errorCount ? counted(errorCount, 'error') : '',
    all > 0 && `${shortNumber(all)} tokens`,
    cost && `$${(cost.microUsd / 1e6).toFixed(2)}${cost.unpriced.length > 0 ? ' and more' : ''}`,
  ]);
}

const counted = (number: number, word: string): string =>
  `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;

/** `107,990,227` says less than `108M`. */
function shortNumber(number: number): string {
  if (number < 10_000) return number.toLocaleString('en-US');
  const [size, unit] = number < 1e6 ? [number / 1e3, 'k'] : number < 1e9 ? [number / 1e6, 'M'] : [number / 1e9, 'B'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)}${unit}`;
}

function privacyLine({ privacy }: TranscriptHeader): string {
  if (privacy.profile === 'none') return 'Not redacted';
  return `Redacted with the profile ${privacy.profile}: ${counted(privacy.redactionCount, 'redaction')}`;
}
