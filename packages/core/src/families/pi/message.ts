/** Messages, the same in session files and in the stream of a running agent. */
import { newBriefing, promptFields } from '../../reading/briefing.ts';
import type { Part } from '../../transcript.ts';
import { readAssistant } from './assistant.ts';
import { attachedFiles, contentParts, contentText, imagePart } from './content.ts';
import { addEvent, type Draft, eventId, type Frame, messageRest } from './frame.ts';
import { isObject, type Native, numberOf, textOf } from './native.ts';
import { readToolResult, readUserCommand } from './tool-result.ts';

/** Turns a message into events. One of an unknown role is left alone. */
export function readMessage(frame: Frame, message: Native): void {
  ROLES.get(message['role'])?.(frame, message);
}

type RoleReader = (frame: Frame, message: Native) => void;

const ROLES: ReadonlyMap<unknown, RoleReader> = new Map(
  Object.entries<RoleReader>({
    user: readUser,
    assistant: readAssistant,
    toolResult: readToolResult,
    bashExecution: readUserCommand,
    system: readSystem,
    custom: readInjected,
    hookMessage: readInjected,
    branchSummary: (frame, message) => readSummary(frame, message, 'branch summary'),
    compactionSummary: (frame, message) => readSummary(frame, message, 'compaction'),
  }),
);

const KNOWN_USER = new Set(['role', 'content', 'timestamp', 'attachments']);

function readUser(frame: Frame, message: Native): void {
  const { state, out, base, count } = frame;
  const text = contentText(message['content']);
  const draft: Draft = { type: 'user_message', role: 'user', text: text ?? '' };
  const parts = attachedFiles(text);
  parts.push(...(contentParts(message['content'], out) ?? []), ...attachments(message['attachments'], frame));
  if (parts.length > 0) draft.parts = parts;
  const rest = messageRest(frame, message, KNOWN_USER);
  if (rest) draft.extra = rest;
  if (!state.live) state.turn = eventId(base, count);
  addEvent(frame, draft);
}

/** Attachments of 2025: images and documents beside the text. */
function attachments(list: unknown, { out }: Frame): Part[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((file) => {
    if (file['type'] === 'image') return imagePart({ data: file['content'], mimeType: file['mimeType'] }, out);
    const { fileName, mimeType, content } = file;
    const mime = textOf(mimeType) ?? 'application/octet-stream';
    const part: Part = { type: 'file_ref', path: textOf(fileName), mime, action: 'read' };
    if (typeof content === 'string' && content !== '') part.hash = out.attach(mime, content);
    return part;
  });
}

const KNOWN_SYSTEM = new Set(['role', 'content', 'sections', 'timestamp']);

/** The system prompt, in named sections; the tools that the model is offered go along with it. */
function readSystem(frame: Frame, message: Native): void {
  const sections = isObject(message['sections']) ? message['sections'] : {};
  const texts = [contentText(message['content']), ...Object.values(sections)].filter((text) => textOf(text));
  const rest = messageRest(frame, message, KNOWN_SYSTEM);
  const names = Object.keys(sections);
  frame.state.briefing ??= newBriefing();
  addEvent(frame, {
    ...promptFields(frame.out, frame.state.briefing, texts.join('\n\n')),
    ...(rest || names.length > 0 ? { extra: { ...(names.length > 0 ? { sections: names } : {}), ...rest } } : {}),
  });
}

const KNOWN_INJECTED = new Set(['role', 'type', 'id', 'parentId', 'content', 'display', 'timestamp']);

/** What an extension put into the conversation. */
export function readInjected(frame: Frame, message: Native): void {
  const parts = contentParts(message['content'], frame.out);
  const rest = messageRest(frame, message, KNOWN_INJECTED);
  addEvent(frame, {
    type: 'system',
    role: 'system',
    text: contentText(message['content']) ?? '',
    ...(message['display'] === false ? { audience: 'model' } : {}),
    ...(parts ? { parts } : {}),
    ...(rest ? { extra: rest } : {}),
  });
}

const KNOWN_SUMMARY = new Set(['role', 'type', 'id', 'parentId', 'summary', 'timestamp']);

/** A summary that stands for what the model no longer sees. */
export function readSummary(frame: Frame, message: Native, label: string, more?: Partial<Draft>): void {
  const tokens = numberOf(message['tokensBefore']);
  const rest = messageRest(frame, message, KNOWN_SUMMARY);
  addEvent(frame, {
    type: 'system',
    role: 'system',
    audience: 'model',
    text: textOf(message['summary']) ?? '',
    status: { label, ...(tokens === undefined ? {} : { detail: `${tokens} tokens before` }) },
    ...(rest ? { extra: rest } : {}),
    ...more,
  });
}
