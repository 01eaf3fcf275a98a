/** Images among the blocks of a message or of a result. */
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { isObject, type Json, stringOf } from './native.ts';

export function imagePart(block: Json, out: Pick<Output, 'attach'>): Part | undefined {
  if (block['type'] !== 'image') return undefined;
  const source = isObject(block['source']) ? block['source'] : block;
  const mime = stringOf(source['mediaType']) ?? stringOf(source['media_type']) ?? 'application/octet-stream';
  const { data } = source;
  return typeof data === 'string' ? { type: 'image', mime, hash: out.attach(mime, data) } : { type: 'image', mime };
}
