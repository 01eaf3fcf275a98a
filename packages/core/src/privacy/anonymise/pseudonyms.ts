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
  /** Id of the hub that the key belongs to. */
  readonly hub?: string;
}

/** A hub that something is sent to, with the public id of the key that it is sent with. */
export interface ToHub {
  readonly id: string;
  readonly keyId: string;
}

/** Shorter keys could be guessed. */
export const SHORTEST_KEY = 16;
const BLOCK = 64;

export class Pseudonyms {
  private readonly digest: Digest;
  private readonly inner: Uint8Array;
  private readonly outer: Uint8Array;
  private readonly known = new Map<string, string>();
  private readonly hub: ToHub | undefined;

  constructor(digest: Digest, key: Uint8Array, hub?: ToHub) {
    if (key.length < SHORTEST_KEY) throw new RangeError(`a key has at least ${SHORTEST_KEY} bytes`);
    this.digest = digest;
    this.hub = hub;
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

  /**
   * Those of the same person at one hub: all of them differ from hub to hub, so that two hubs cannot tell that they know the
   * same person, and are the same on every machine that has the person's key.
   */
  forHub(hub: ToHub): Pseudonyms {
    return new Pseudonyms(this.digest, bytesOf(this.hash(`hub:${hub.id}`)), hub);
  }

  /** Who submits: the public id of the key, and the person behind it as a number. */
  submitter(): SubmitterId {
    if (this.hub) {
      const pseudonym = `anon_${this.hash('submitter:person').slice(0, 16)}`;
      return { keyId: this.hub.keyId, pseudonym, hub: this.hub.id };
    }
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
