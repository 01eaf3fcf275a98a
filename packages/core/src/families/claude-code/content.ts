/** Content blocks that are not words: images, documents, and whatever comes next. */

import type { Output } from '../../adapters/contract.ts';
import type { Part } from '../../transcript.ts';
import { object, type Raw, text, word } from './native.ts';

/** A part for any block but text. */
export function partOf(block: Raw, out: Output): Part {
  const type = block['type'];
  if (type === 'image') return mediaPart('image', block, out);
  if (type === 'document') return mediaPart('file_ref', block, out);
  return { type: 'json', json: block };
}

function mediaPart(type: 'image' | 'file_ref', block: Raw, out: Output): Part {
  const source = object(block['source']);
  const mime = word(source?.['media_type']) ?? (type === 'image' ? 'image/png' : 'application/octet-stream');
  const data = word(source?.['data']);
  if (source?.['type'] === 'base64' && data) return { type, mime, hash: out.attach(mime, data) };
  const url = word(source?.['url']);
  if (url) return { type, url };
  return { type: 'json', json: block };
}

const SPILLED_IMAGE = '[Image: source: ';
const MIME_BY_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  json: 'application/json',
};

/** The note `[Image: source: …/tool-results/x.png]`, which says where the agent put an image of a tool. */
export function spilledImage(words: string): Part | undefined {
  if (!words.startsWith(SPILLED_IMAGE)) return undefined;
  const end = words.search(/[,\]\n]/);
  return spilledFile('image', words.slice(SPILLED_IMAGE.length, end < 0 ? undefined : end).trim());
}

/** A file in the session's `tool-results`; others are not the session's own and only named. */
export function spilledFile(type: 'image' | 'file_ref', path: string): Part | undefined {
  if (!/[/\\]tool-results[/\\]/.test(path)) return undefined;
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const mime = MIME_BY_EXTENSION[extension] ?? 'text/plain';
  return { type, path, mime, spilled: true };
}

/** The words in a content value: a string, or text blocks joined. */
export function wordsOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  let words: string | undefined;
  for (const item of content) {
    const block = object(item);
    const more = typeof item === 'string' ? item : block?.['type'] === 'text' ? text(block['text']) : referenced(block);
    if (more !== undefined) words = words === undefined ? more : `${words}\n${more}`;
  }
  return words;
}

/** ToolSearch answers with references to tools instead of text. */
function referenced(block: Raw | undefined): string | undefined {
  return block?.['type'] === 'tool_reference' ? word(block['tool_name']) : undefined;
}
