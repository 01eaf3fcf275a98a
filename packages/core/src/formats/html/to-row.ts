/** Events to rows: who, when, what, and the words of it. */
import { subagentPath } from '../../events/source-path.ts';
import { isObject, stringOf } from '../../reading/native-values.ts';
import type { Event, Part, Tool } from '../../transcript.ts';
import { partsBeyond } from '../event-words.ts';
import { jsonText } from '../json-text.ts';
import { hasOwnResult } from '../own-results.ts';
import { readable } from './file-event.ts';
import type { Body, Row, RowKind } from './row.ts';

/** Source to what the page calls the subagent. */
export type AgentNames = ReadonlyMap<string, string>;

const KINDS: Readonly<Record<string, readonly [RowKind, string]>> = {
  user_message: ['u', ''],
  assistant_message: ['a', ''],
  reasoning: ['r', ''],
  system: ['s', ''],
  error: ['e', ''],
  question: ['q', 'Question'],
  permission: ['q', 'Permission'],
};

/** The time of an event in milliseconds; null when it was not recorded. */
export function timeOf({ timestamp, timestampSource }: Event): number | null {
  const time = timestampSource ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(time) ? null : time;
}

export function toRow(event: Event, agents: AgentNames): Row {
  const { source = 'primary', tool } = event;
  const from = source === 'primary' ? '' : (agents.get(source) ?? subagentPath(source));
  const marks = [
    ...(event.withdrawn ? ['withdrawn'] : []),
    ...(event.branch === undefined ? [] : ['abandoned']),
    ...(event.hidden ? ['hidden from the model'] : []),
  ];
  const row = (kind: RowKind, head: string, notes: (string | undefined)[], body: Body[]): Row => {
    const note = [...notes, ...marks].filter((text) => text).join(' · ');
    return { kind, head, note, from, body };
  };
  if (event.type === 'tool_call') {
    const own = hasOwnResult(event) ? resultBody({ tool }) : [];
    return row('c', tool?.name ?? 'tool', callNotes(tool), [...callBody(event), ...own]);
  }
  if (event.type === 'tool_result') return row('o', tool?.name || 'tool', resultNotes(tool), resultBody(event));
  const [kind, head] = Object.hasOwn(KINDS, event.type) ? KINDS[event.type]! : ['m' as const, labelOf(event)];
  return row(kind, head, [kind === 'a' ? event.model : undefined, statusOf(event)], messageBody(event));
}

function labelOf({ type, phase, status }: Event): string {
  return [type, phase ?? status?.label].filter((text) => text).join(' ');
}

const statusOf = ({ permission, question, error }: Event): string | undefined =>
  permission?.status ?? question?.status ?? error?.code;

function callNotes(tool: Tool | undefined): (string | undefined)[] {
  const status = tool?.status === 'ok' ? undefined : tool?.status;
  return [status, tool?.durationMs === undefined ? undefined : secondsOf(tool.durationMs)];
}

function resultNotes(tool: Tool | undefined): (string | undefined)[] {
  const status = tool?.status === undefined || tool.status === 'ok' ? 'result' : `result: ${tool.status}`;
  return [status, tool?.exitCode === undefined ? undefined : `exit ${tool.exitCode}`];
}

const secondsOf = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** A command is shown as it is, with the rest of its arguments below. */
function callBody({ tool, text, parts }: Event): Body[] {
  const input = tool?.input;
  const more = partBodies(parts);
  if (input === undefined) return [...prose(text), ...more];
  if (!isObject(input)) return [['c', typeof input === 'string' ? input : jsonText(input)], ...more];
  const command = tool?.kind === 'shell' ? stringOf(input['command']) : undefined;
  if (command === undefined) return [['j', jsonText(input)], ...more];
  const rest = Object.entries(input).filter(([name]) => name !== 'command');
  const others: Body[] = rest.length > 0 ? [['j', jsonText(Object.fromEntries(rest))]] : [];
  return [['c', command], ...others, ...more];
}

function resultBody({ tool, text, parts }: Pick<Event, 'tool' | 'text' | 'parts'>): Body[] {
  const streams = [tool?.stdout, tool?.stderr].filter((stream) => stream).join('\n');
  const output = tool?.output ?? text ?? (streams === '' ? undefined : streams);
  const more = partBodies(parts);
  if (output === undefined && more.length === 0 && tool?.result !== undefined) return [['j', jsonText(tool.result)]];
  return [...(output === undefined || output === '' ? [] : [['c', output] as Body]), ...more];
}

function messageBody(event: Event): Body[] {
  const { text, error, question, permission, status, type } = event;
  const words = prose(text);
  const more = partBodies(partsBeyond(event));
  if (words.length + more.length > 0) return [...words, ...more];
  if (error) return prose(error.message);
  if (question)
    return prose(
      [question.prompt, ...question.options.map((option) => `- ${option}`), question.response]
        .filter((line) => line !== undefined)
        .join('\n'),
    );
  if (permission) return [['c', permission.action]];
  if (status?.detail) return prose(status.detail);
  if (Object.hasOwn(KINDS, type)) return [];
  const payload = type === 'unparsed' ? event.raw : readable(event.session ?? event.extra);
  if (payload === undefined) return [];
  return [typeof payload === 'string' ? ['c', payload] : ['j', jsonText(payload)]];
}

const prose = (text: string | undefined): Body[] => (text === undefined || text === '' ? [] : [['p', text]]);

function partBodies(parts: readonly Part[] | undefined): Body[] {
  return (parts ?? []).flatMap((part) => partBody(part));
}

function partBody(part: Part): Body[] {
  const { type, text, path, action, diff, mime, hash, url } = part;
  if (type === 'image') return [['p', `[image ${mime ?? path ?? url ?? ''}]`]];
  if (type === 'file_ref') {
    const named: Body = ['p', `[${action ?? 'file'} ${path ?? url ?? hash ?? ''}]`];
    return diff ? [named, ['c', diff]] : [named];
  }
  if (type === 'json') return [['j', jsonText(part.json)]];
  if (type === 'status') return prose([part.label, part.detail].filter((word) => word).join(': '));
  return prose(text);
}

/** Images that are nothing but pictures: no scripts, no links. */
export const isShown = (mime: string): boolean => /^image\/(png|jpeg|gif|webp|avif)$/.test(mime);
