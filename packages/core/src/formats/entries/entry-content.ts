/** The words of an event, whatever its type: what a person reading the conversation would want to see. */
import type { Event, Part } from '../../transcript.ts';
import { partsBeyond } from '../event-words.ts';
import { inlineJson } from './inline-json.ts';

export function contentOf(event: Event): string {
  if (event.type === 'tool_call') return callContent(event);
  if (event.type === 'tool_result') return resultContent(event);
  const words = [event.text, ...partsBeyond(event).map(partText)].filter((text) => text);
  return words.length > 0 ? words.join('\n') : payloadText(event);
}

function callContent({ tool, text }: Event): string {
  const input = tool?.input;
  const given = typeof input === 'string' ? input : input === undefined ? '' : inlineJson(input);
  return [text, given].filter(Boolean).join('\n');
}

function resultContent({ tool, text, parts = [] }: Event): string {
  const output = tool?.output ?? text;
  if (output) return output;
  const streams = [tool?.stdout, tool?.stderr].filter(Boolean).join('\n');
  if (streams) return streams;
  const shown = parts.map(partText).filter(Boolean).join('\n');
  return shown || (tool?.result === undefined ? '' : inlineJson(tool.result));
}

function partText(part: Part): string {
  switch (part.type) {
    case 'image':
      return `[image ${part.mime ?? part.path ?? part.url ?? ''}]`.replace(' ]', ']');
    case 'file_ref':
      return [`[${part.action ?? 'file'} ${part.path ?? ''}]`, part.diff].filter(Boolean).join('\n');
    case 'json':
      return inlineJson(part.json);
    case 'status':
      return [part.label, part.detail].filter(Boolean).join(': ');
    default:
      return part.text ?? '';
  }
}

/** Events without words of their own are told by their payload. */
function payloadText(event: Event): string {
  const { permission, question, error, status } = event;
  if (permission) return `${permission.action}: ${permission.status}${permission.by ? ` (by ${permission.by})` : ''}`;
  if (question) return questionText(question);
  if (error) return error.message;
  if (status) return status.detail ? `${status.label}: ${status.detail}` : status.label;
  if (event.raw !== undefined) return typeof event.raw === 'string' ? event.raw : inlineJson(event.raw);
  const payload = event.session ?? event.extra;
  const label = event.phase ? `${event.type} ${event.phase}` : '';
  return label || (payload ? inlineJson(payload) : '');
}

function questionText({ prompt, options, status, response }: NonNullable<Event['question']>): string {
  const choices = options.map((option) => `- ${option}`);
  const answer = response === undefined ? `(${status})` : `→ ${response}`;
  return [prompt, ...choices, answer].join('\n');
}
