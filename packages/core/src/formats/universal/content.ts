/** An event's content as parts of an item. Every part keeps the fields it has; required ones are filled in. */
import type { Event, Part, Tool } from '../../transcript.ts';
import { partsBeyond } from '../event-words.ts';
import { jsonText } from '../json-text.ts';
import { callIdOf } from '../steps.ts';
import { type ContentPart, FILE_ACTIONS } from './event.ts';

export function contentOf(event: Event): ContentPart[] {
  const { type, tool, text } = event;
  const content: ContentPart[] = [];
  if (type === 'tool_call') content.push(callPart(event, tool));
  else if (type === 'tool_result') content.push(...resultParts(event, tool));
  else if (isNotice(event)) content.push(noticePart(event));
  if (text !== undefined && !isResultText(event)) content.push(wordsPart(event, text));
  if (event.parts) for (const part of partsBeyond(event)) content.push(partOf(part));
  if (isNotice(event) && event.session) content.push({ type: 'json', json: event.session });
  return content;
}

/** Text that the item's deltas add up to. */
export function spokenText(content: readonly ContentPart[]): string {
  let text = '';
  for (const part of content) if (part.type === 'text' || part.type === 'reasoning') text += part.text;
  return text;
}

/** Told as a status: what is neither said nor done by anyone. */
export function isNotice({ type }: Event): boolean {
  return type === 'meta' || type === 'status' || type === 'session' || type === 'turn' || isRequest(type);
}

/** Requests that came out of order, and cannot be told as such. */
const isRequest = (type: string): boolean => type === 'permission' || type === 'question';

function callPart(event: Event, tool: Tool | undefined): ContentPart {
  return {
    type: 'tool_call',
    name: tool?.name ?? '',
    arguments: jsonText(tool?.input === undefined ? {} : tool.input),
    call_id: callIdOf(event),
  };
}

function resultParts(event: Event, tool: Tool | undefined): ContentPart[] {
  const output = tool?.output ?? event.text ?? [tool?.stdout, tool?.stderr].filter(Boolean).join('\n');
  const part: ContentPart = {
    type: 'tool_result',
    call_id: callIdOf(event),
    output,
    name: tool?.name ?? '',
  };
  return tool?.result === undefined ? [part] : [part, { type: 'json', json: tool.result }];
}

/** The text of a result stands for its output when there is none. */
export const isResultText = ({ type, tool }: Event): boolean => type === 'tool_result' && tool?.output === undefined;

function noticePart({ type, phase, status, native, permission, question }: Event): ContentPart {
  const label = status?.label ?? permission?.action ?? question?.prompt;
  const detail = status?.detail ?? permission?.status ?? question?.status;
  const named = label ?? (phase ? `${type} ${phase}` : (native?.type ?? type));
  return { type: 'status', label: named, ...(detail === undefined ? {} : { detail }) };
}

function wordsPart({ type }: Event, text: string): ContentPart {
  return type === 'reasoning' ? { type: 'reasoning', text, visibility: 'public' } : { type: 'text', text };
}

function partOf(part: Part): ContentPart {
  switch (part.type) {
    case 'text':
      return { ...part, type: 'text', text: part.text ?? '' };
    case 'json':
      return { ...part, type: 'json', json: part.json ?? null };
    case 'file_ref':
      return { ...part, type: 'file_ref', path: part.path ?? '', ...actionOf(part) };
    case 'image':
      return { ...part, type: 'image', path: part.path ?? part.url ?? part.hash ?? '' };
    case 'reasoning':
      return { ...part, type: 'reasoning', text: part.text ?? '', visibility: visibilityOf(part) };
    case 'status':
      return { ...part, type: 'status', label: part.label ?? '' };
    default:
      return { type: 'json', json: part };
  }
}

type FileAction = (typeof FILE_ACTIONS)[number];

/** The format knows three actions: what removes or moves a file writes, what only names it reads. */
function actionOf({ action }: Part): { action: FileAction; operation?: string } {
  if (FILE_ACTIONS.includes(action as FileAction)) return { action: action as FileAction };
  if (action === undefined) return { action: 'read' };
  return { action: 'write', operation: action };
}

const visibilityOf = ({ visibility }: Part): 'public' | 'private' => (visibility === 'private' ? 'private' : 'public');
