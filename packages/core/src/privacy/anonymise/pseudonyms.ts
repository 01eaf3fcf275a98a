/**
 * Stable stand-ins for names: a keyed hash, so that the same name has the same pseudonym in every transcript of one
 * submitter, nobody without the key can try names until one fits, and two submitters share none. HMAC-SHA-256 over
 * the hash function that the caller supplies: this library brings no cryptography of its own.
 */
import { type PseudonymKind, pseudonymOf } from '../texts/placeholder.ts';

/** SHA-256 in lower-case hex, as a `Host` has it. */
export type Digest = (data: Uint8Array) => string;

export interface SubmitterId {
  readonly keyId: string;
  readonly pseudonym: string;
}

/** Shorter keys could be guessed. */
export const SHORTEST_KEY = 16;
const BLOCK = 64;

export class Pseudonyms {
  private readonly digest: Digest;
  private readonly inner: Uint8Array;
  private readonly outer: Uint8Array;
  private readonly known = new Map<string, string>();

  constructor(digest: Digest, key: Uint8Array) {
    if (key.length < SHORTEST_KEY) throw new RangeError(`a key has at least ${SHORTEST_KEY} bytes`);
    this.digest = digest;
    const block = new Uint8Array(BLOCK);
    block.set(key.length > BLOCK ? bytesOf(digest(key)) : key);
    this.inner = block.map((byte) => byte ^ 0x36);
    this.outer = block.map((byte) => byte ^ 0x5c);
  }

  /** The pseudonym of a name; case does not matter. */
  of(kind: PseudonymKind, name: string): string {
    const id = `${kind}:${name.toLowerCase()}`;
    const known = this.known.get(id);
    if (known) return known;
    const pseudonym = pseudonymOf(kind, this.hash(id));
    if (this.known.size < 100_000) this.known.set(id, pseudonym);
    return pseudonym;
  }

  /** Keyed hash of anything, in hex: says that two things are the same and nothing else about them. */
  hash(text: string): string {
    const inner = this.digest(joined(this.inner, new TextEncoder().encode(text)));
    return this.digest(joined(this.outer, bytesOf(inner)));
  }

  /** Who submits: the public id of the key, and the person behind it as a number. */
  submitter(): SubmitterId {
    return {
      keyId: `key_${this.hash('submitter:key').slice(0, 16)}`,
      pseudonym: `anon_${this.hash('submitter:person').slice(0, 16)}`,
    };
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length >> 1 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
