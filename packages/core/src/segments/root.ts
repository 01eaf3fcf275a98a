/** The root of a session: one hash of its head and all its segments. Whoever has these can make it again. */
import type { TranscriptHeader } from '../formats/contract.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Digest } from './cut-segments.ts';

/** SHA-256 of the hash of the head and the hashes of the segments, in order; all as bytes. */
export function rootOf(head: TranscriptHeader, segments: readonly string[], digest: Digest): string {
  const hashes = [digest(canonicalJson(head)), ...segments];
  return digest(joinedBytes(hashes));
}

/** Bytes of hashes that are given in hex. */
export function joinedBytes(hashes: readonly string[]): Uint8Array {
  const hex = hashes.join('');
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
