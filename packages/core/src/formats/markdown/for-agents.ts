/**
 * A session as another model reads it: one numbered entry for each thing that was said or done, nothing for the eye,
 * and long texts cut in their middle, with how much is missing. The numbers are the events' own.
 */
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { resultText, wordsOf } from '../event-words.ts';
import { jsonText } from '../json-text.ts';
import { neutralise, neutraliseLine } from '../neutralise.ts';

export interface AgentsOptions {
  /** Characters of a text that are shown. */
  readonly limit: number;
  readonly all: boolean;
}

export function headFor({ source, session }: TranscriptHeader): string {
  const { title, startedAt, models, environment } = session;
  const facts = [
    `agent: ${source.agent}${source.agentVersion ? ` ${source.agentVersion}` : ''}`,
    models?.length ? `models: ${models.join(', ')}` : '',
    `started: ${startedAt}`,
    environment.cwd ? `cwd: ${environment.cwd}` : '',
  ];
  const lines = facts.filter((fact) => fact !== '').map((fact) => neutraliseLine(fact));
  return `# ${neutraliseLine(title || 'Session')}\n\n${lines.join('\n')}\n\n`;
}

export function entryFor(event: Event, options: AgentsOptions): string {
  const body = bodyOf(event, options);
  if (body === undefined) return '';
  const [head, words] = body;
  const source = event.source === undefined || event.source === 'primary' ? '' : `${event.source} `;
  const text = cutMiddle(neutralise(words), options.limit);
  const lines = text.includes('\n') ? `\n${text}` : text === '' ? '' : ` ${text}`;
  return `[${event.seq}] ${neutraliseLine(source + head)}:${lines}\n`;
}

/** What kind of entry, and its words; undefined for what is left out. */
function bodyOf(event: Event, { all }: AgentsOptions): [string, string] | undefined {
  const { tool, permission, question, error } = event;
  switch (event.type) {
    case 'user_message':
      return ['user', spoken(event)];
    case 'assistant_message':
      return ['assistant', spoken(event)];
    case 'reasoning':
      return ['thinking', spoken(event)];
    case 'system':
      return ['system', spoken(event)];
    case 'tool_call':
      return [callHead(event), typeof tool?.input === 'string' ? tool.input : jsonText(tool?.input ?? {})];
    case 'tool_result':
      return [resultHead(event), resultText(event) ?? (tool?.result === undefined ? '' : jsonText(tool.result))];
    case 'permission':
      return ['permission', permission ? `${permission.action}: ${permission.status}` : ''];
    case 'question':
      return ['question', question ? `${question.prompt} -> ${question.response ?? question.status}` : ''];
    case 'error':
      return ['error', error?.message ?? spoken(event)];
    default:
      return all
        ? [[event.type, event.phase ?? event.status?.label].filter(Boolean).join(' '), spoken(event)]
        : undefined;
  }
}

const callHead = ({ tool }: Event): string => ['call', tool?.name, tool?.callId].filter((part) => part).join(' ');

function resultHead({ tool }: Event): string {
  const exit = tool?.exitCode === undefined ? undefined : `exit ${tool.exitCode}`;
  return ['result', tool?.name, tool?.callId, tool?.status, exit].filter((part) => part).join(' ');
}

/** The words, with a mark for each part that is none. */
function spoken(event: Event): string {
  const marks = (event.parts ?? []).flatMap(({ type, path, mime, url }) =>
    type === 'image' || type === 'file_ref'
      ? [`[${type === 'image' ? 'image' : 'file'} ${path ?? url ?? mime ?? ''}]`]
      : [],
  );
  return [wordsOf(event) ?? '', ...marks].filter((text) => text !== '').join('\n');
}

/** Beginning and end are what tells; surrogates stay together. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = wholeUpTo(text, Math.ceil((limit * 2) / 3));
  const tail = wholeFrom(text, text.length - Math.floor(limit / 3));
  return `${text.slice(0, head)}\n[… ${tail - head} characters left out …]\n${text.slice(tail)}`;
}

const isLow = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};
const wholeUpTo = (text: string, at: number): number => (isLow(text, at) ? at - 1 : at);
const wholeFrom = (text: string, at: number): number => (isLow(text, at) ? at + 1 : at);
