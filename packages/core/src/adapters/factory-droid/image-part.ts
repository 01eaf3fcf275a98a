/** Images and documents among the blocks of a message; other blocks are kept as they are. */
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { type Json, objectOf, stringOf } from './native.ts';

export function imagePart(block: Json, out: Pick<Output, 'attach'>): Part {
  const { type } = block;
  if (type !== 'image' && type !== 'document') return { type: 'json', json: block };
  const source = objectOf(block['source']);
  const mime = stringOf(source['media_type']) ?? stringOf(source['mediaType']) ?? 'application/octet-stream';
  const kind = type === 'image' ? 'image' : 'file_ref';
  if (typeof source['data'] === 'string') return { type: kind, mime, hash: out.attach(mime, source['data']) };
  const url = stringOf(source['url']);
  return url ? { type: kind, mime, url } : { type: 'json', json: block };
}
