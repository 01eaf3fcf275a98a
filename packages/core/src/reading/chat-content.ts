/** The content of a message as chat APIs have it: words, or a list of parts with words, pictures and other things. */
import type { Output } from '../adapters/contract.ts';
import type { Part } from '../transcript.ts';
import { isObject, type Json, listOf, objectOf, stringOf } from './native-values.ts';

export interface ChatContent {
  readonly text: string;
  readonly parts: Part[];
}

export function chatContent(content: unknown, out: Pick<Output, 'attach'>): ChatContent {
  if (typeof content === 'string') return { text: content, parts: [] };
  const texts: string[] = [];
  const parts: Part[] = [];
  for (const part of isObject(content) ? [content] : listOf(content)) {
    if (typeof part === 'string') texts.push(part);
    else if (!isObject(part)) parts.push({ type: 'json', json: part });
    else if (typeof part['text'] === 'string' && isWords(part['type'])) texts.push(part['text']);
    else parts.push(picturePart(part, out));
  }
  return { text: texts.join('\n'), parts };
}

const isWords = (type: unknown) => type === undefined || type === 'text' || /^(input|output)_text$/.test(String(type));

/** A picture by its bytes or its address; what is none is kept as it is. */
export function picturePart(part: Json, out: Pick<Output, 'attach'>): Part {
  const source = objectOf(part['source']);
  const mime = stringOf(source['media_type']) ?? stringOf(part['mimeType']) ?? stringOf(part['media_type']);
  const data = stringOf(source['data']) ?? (mime ? stringOf(part['data']) : undefined);
  if (mime && data)
    return { type: mime.startsWith('image/') ? 'image' : 'file_ref', mime, hash: out.attach(mime, data) };
  const url = urlIn(part, 'image_url') ?? urlIn(part, 'imageUrl') ?? stringOf(source['url']);
  return url === undefined ? { type: 'json', json: part } : pictureAt(url, out);
}

function urlIn(part: Json, field: string): string | undefined {
  const value = part[field];
  return stringOf(value) ?? stringOf(objectOf(value)['url']);
}

const DATA_URL = /^data:([\w.+/-]{1,80});base64,/;

export function pictureAt(url: string, out: Pick<Output, 'attach'>): Part {
  const head = DATA_URL.exec(url.slice(0, 120));
  if (!head?.[1]) return { type: 'image', url };
  return { type: 'image', mime: head[1], hash: out.attach(head[1], url.slice(head[0].length)) };
}
