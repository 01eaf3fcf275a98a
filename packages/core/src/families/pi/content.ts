/** The content of a message: a string, or blocks of text and images. */

import type { Output } from '../../adapters/contract.ts';
import type { Part } from '../../transcript.ts';
import { isObject, type Native, textOf } from './native.ts';

export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return textOf(content);
  if (!Array.isArray(content)) return undefined;
  let text: string | undefined;
  for (const block of content) {
    const piece = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
    if (typeof piece !== 'string') continue;
    text = text === undefined ? piece : `${text}\n${piece}`;
  }
  return text;
}

/** Everything in the content that is not text. */
export function contentParts(content: unknown, out: Output): Part[] | undefined {
  if (!Array.isArray(content)) return undefined;
  let parts: Part[] | undefined;
  for (const block of content) {
    if (!isObject(block) || block['type'] === 'text') continue;
    parts ??= [];
    parts.push(block['type'] === 'image' ? imagePart(block, out) : { type: 'json', json: block });
  }
  return parts;
}

export function imagePart(block: Native, out: Output): Part {
  const source: Native = isObject(block['source']) ? block['source'] : block;
  const mime = textOf(source['mimeType'] ?? source['mediaType']) ?? 'application/octet-stream';
  const { data, url } = source;
  if (typeof data === 'string' && data !== '') return { type: 'image', mime, hash: out.attach(mime, data) };
  return typeof url === 'string' ? { type: 'image', mime, url } : { type: 'image', mime };
}

const FILE_TAG = '<file name="';
const MAX_FILES = 50;

/** Files given on the command line (`pi @notes.md …`) stand before the prompt, each in a tag. */
export function attachedFiles(text: string | undefined): Part[] {
  const files: Part[] = [];
  let at = text?.startsWith(FILE_TAG) ? 0 : -1;
  while (text !== undefined && at >= 0 && files.length < MAX_FILES) {
    const from = at + FILE_TAG.length;
    const to = text.indexOf('">', from);
    if (to < 0 || to - from > 4096) break;
    files.push({ type: 'file_ref', path: text.slice(from, to), action: 'read' });
    const end = text.indexOf('</file>\n', to);
    at = end >= 0 && text.startsWith(FILE_TAG, end + 8) ? end + 8 : -1;
  }
  return files;
}
