/** A session as people read it: a heading for each message, tools and thoughts below it, long output folded. */
import type { Event } from '../../transcript.ts';
import { clockOf, dayAndClockOf } from '../clock.ts';
import type { TranscriptHeader } from '../contract.ts';
import { partsBeyond, wordsOf } from '../event-words.ts';
import { fenced, inlineCode, plainText, quoted, safeMarkdown } from './safe-text.ts';
import { callText, partText, returnText } from './tool-text.ts';

export interface PeopleOptions {
  readonly timezone: string;
  /** Bookkeeping of the agent is shown too. */
  readonly all: boolean;
}

const SPEAKERS: Readonly<Record<string, string>> = {
  user_message: '👤 User',
  assistant_message: '🤖 Assistant',
  system: '⚙️ System',
};

export function headOf(header: TranscriptHeader, { timezone }: PeopleOptions): string {
  const { source, session, metrics } = header;
  const when = dayAndClockOf(timezone);
  const {
    environment: { cwd, repo },
  } = session;
  const { tokens, cost } = metrics;
  const facts: [string, string | undefined][] = [
    ['Agent', [source.agent, source.agentVersion].filter((text) => text).join(' ')],
    ['Models', session.models?.join(', ')],
    [
      'Time',
      [session.startedAt, session.endedAt ?? '']
        .filter((text) => text !== '')
        .map(when)
        .join(' – '),
    ],
    ['Folder', cwd ?? undefined],
    ['Repository', [repo?.name, repo?.branch, repo?.commit].filter((text) => text).join(' ')],
    ['Tokens', tokens && `${tokens.input} in, ${tokens.output} out`],
    ['Cost', cost && `$${(cost.microUsd / 1e6).toFixed(2)}`],
    ['Redaction', header.privacy.redactionApplied ? `profile ${header.privacy.profile}` : undefined],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`- ${name}: ${inlineCode(value)}`] : []));
  return `# ${plainText(session.title || 'Session')}\n\n${lines.join('\n')}\n`;
}

/** One event after the other; the empty text for what is not shown. */
export class PeopleWriter {
  readonly #options: PeopleOptions;
  readonly #clock: (time: string) => string;
  /** Whose words are under the last heading. */
  #speaker = '';
  #last = '';

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.#clock = clockOf(options.timezone);
  }

  text(event: Event): string {
    const body = this.#body(event);
    return body === '' ? '' : `${this.#heading(event)}\n${body}\n`;
  }

  #heading(event: Event): string {
    const { source = 'primary', timestamp, type } = event;
    const speaker = `${SPEAKERS[type] ?? '🤖 Assistant'}${source === 'primary' ? '' : ` · ${plainText(source)}`}`;
    // What the agent does belongs to what it said before, and what it says to what it thought.
    const begins = type === 'user_message' || (type === 'assistant_message' && this.#last !== 'reasoning');
    const same = speaker === this.#speaker && !begins;
    this.#last = type;
    const aside = !(type in SPEAKERS) && type !== 'reasoning' && type !== 'tool_call' && type !== 'tool_result';
    if (same || aside) return '';
    this.#speaker = speaker;
    return `\n## ${speaker} · ${this.#clock(timestamp)}\n`;
  }

  #body(event: Event): string {
    switch (event.type) {
      case 'user_message':
      case 'assistant_message':
        return withParts(safeMarkdown(event.text ?? ''), event);
      case 'system':
        return folded('Injected text', withParts(fenced(event.text ?? ''), event));
      case 'reasoning':
        return folded('Thinking', safeMarkdown(wordsOf(event) || 'The provider keeps these thoughts to itself.'));
      case 'tool_call':
        return callText(event);
      case 'tool_result':
        return returnText(event);
      case 'permission':
      case 'question':
      case 'error':
        return quoted(noteText(event));
      default:
        return this.#options.all ? `_${plainText(noticeText(event))}_` : '';
    }
  }
}

function withParts(text: string, event: Event): string {
  return [text, ...partsBeyond(event).map(partText)].filter((block) => block !== '').join('\n\n');
}

const folded = (summary: string, body: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;

function noteText({ type, permission, question, error, text }: Event): string {
  if (type === 'permission' && permission) {
    const by = permission.by ? ` by ${plainText(permission.by)}` : '';
    return `🔒 ${plainText(permission.action)} — **${plainText(permission.status)}**${by}`;
  }
  if (type === 'question' && question) {
    const options = question.options.map((option) => `- ${plainText(option)}`);
    const answer =
      question.response === undefined ? `_${plainText(question.status)}_` : `→ **${plainText(question.response)}**`;
    return [`❓ ${plainText(question.prompt)}`, ...options, answer].join('\n\n');
  }
  return `⚠️ ${plainText(error?.message ?? text ?? '')}`;
}

function noticeText({ type, phase, status, text, error }: Event): string {
  const label = status ? [status.label, status.detail].filter((part) => part).join(': ') : (text ?? error?.message);
  return [type, phase, label].filter((part) => part).join(' ');
}
