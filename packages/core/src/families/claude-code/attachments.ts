/**
 * Lines of type `attachment` (since 2.1.91): what the harness put beside the conversation. Most carry `rendered`,
 * the text the model saw. New kinds appear all the time, so only those that mean something special are named here.
 */

import type { Output } from '../../adapters/contract.ts';
import type { Part } from '../../transcript.ts';
import { partOf, wordsOf } from './content.ts';
import { draft, type Line, note } from './line.ts';
import { envelopeAnd, leftovers, list, object, type Raw, text, word } from './native.ts';
import { readSnapshot } from './prompts.ts';
import { eventOfCall } from './state.ts';
import { systemEvent } from './user.ts';

const FIELDS = envelopeAnd('rendered');

export function readAttachment(line: Line): void {
  const attachment = object(line.value['attachment']) ?? {};
  const kind = word(attachment['type']) ?? '';
  if (kind === 'environment') tellEnvironment(line, object(attachment['snapshot']));
  if (kind === 'queued_command' && attachment['commandMode'] !== 'task-notification') queuedPrompt(line, attachment);
  else if (kind.includes('hook') && kind !== 'hook_additional_context') hook(line, attachment, kind);
  else if (kind === 'prompt_snapshot') snapshot(line, attachment, kind);
  else context(line, attachment, kind);
}

function tellEnvironment(line: Line, snapshot: Raw | undefined): void {
  // The version names the machine's kernel, which is nobody's business.
  const os = word(snapshot?.['platform']) ?? word(snapshot?.['osVersion']);
  const shell = word(snapshot?.['shell']);
  if (os === undefined && shell === undefined) return;
  line.out.session({ environment: { ...(os ? { os } : {}), ...(shell ? { shell } : {}) } });
}

/** A prompt typed while the agent was busy reaches it this way. */
function queuedPrompt(line: Line, attachment: Raw): void {
  // The id that the program gave to the prompt: the stream has no other.
  const event = draft(line, word(attachment['source_uuid']) ?? line.id, 'user_message');
  event.role = 'user';
  const { prompt } = attachment;
  event.text = wordsOf(prompt) ?? '';
  const images = list(prompt).flatMap((block) => (object(block)?.['type'] === 'image' ? [object(block) as Raw] : []));
  if (images.length > 0) event.parts = images.map((image) => partOf(image, line.out));
  event.extra = leftovers(line.value, FIELDS);
  line.out.add(event);
}

function hook(line: Line, attachment: Raw, kind: string): void {
  const parentId = eventOfCall(line.state, attachment['toolUseID']);
  const words = word(attachment['content']) ?? word(attachment['stdout']) ?? word(attachment['stderr']);
  note(line, 'status', {
    text: words,
    status: { label: kind, detail: word(attachment['hookName']) },
    parentId,
    extra: leftovers(line.value, FIELDS),
  });
}

function snapshot(line: Line, attachment: Raw, kind: string): void {
  const { attachment: _told, ...rest } = leftovers(line.value, FIELDS) ?? {};
  readSnapshot(line, attachment, { status: { label: kind }, extra: rest });
}

function context(line: Line, attachment: Raw, kind: string): void {
  const words = renderedWords(line.value['rendered']) ?? ownWords(attachment);
  const extra = leftovers(line.value, FIELDS);
  if (words === undefined) {
    note(line, 'meta', { status: { label: kind }, parts: fileParts(attachment, line.out), extra });
    return;
  }
  const event = systemEvent(line, words, 'model');
  event.status = { label: kind };
  event.parts = fileParts(attachment, line.out);
  event.parentId = eventOfCall(line.state, attachment['toolUseID']);
  event.extra = extra;
  line.out.add(event);
}

function renderedWords(rendered: unknown): string | undefined {
  if (!Array.isArray(rendered)) return undefined;
  const words = rendered.flatMap((item) => wordsOf(object(item)?.['content']) ?? []);
  return words.length === 0 ? undefined : words.join('\n');
}

/** Before the rendered text was kept, each kind had its own field for it. */
function ownWords(attachment: Raw): string | undefined {
  const content = object(attachment['content']);
  return (
    word(attachment['text']) ??
    wordsOf(attachment['content']) ??
    text(object(content?.['file'])?.['content']) ??
    text(content?.['content']) ??
    word(attachment['snippet']) ??
    word(attachment['prompt'])
  );
}

function fileParts(attachment: Raw, out: Output): Part[] | undefined {
  const path = word(attachment['filename']) ?? word(attachment['path']);
  const parts: Part[] = path === undefined ? [] : [{ type: 'file_ref', path, action: 'read' }];
  const file = object(object(attachment['content'])?.['file']);
  const base64 = word(file?.['base64']);
  const mime = word(file?.['type']) ?? 'image/png';
  if (base64 !== undefined) parts.push({ type: 'image', mime, hash: out.attach(mime, base64) });
  return parts.length === 0 ? undefined : parts;
}
