/**
 * The Merkle tree of an append-only log, as RFC 9162 defines it: hashes of leaves and nodes begin with different bytes, and
 * a tree of any size has one root. Proofs show that a leaf is in a tree, and that a smaller tree is the beginning of a larger
 * one. Hashes are in lower-case hex; the hash function is the caller's.
 */
import type { Digest } from '../segments/cut-segments.ts';
import { joinedBytes } from '../segments/root.ts';

export class MerkleTree {
  readonly #digest: Digest;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  leaf(data: Uint8Array): string {
    const bytes = new Uint8Array(data.length + 1);
    bytes.set(data, 1);
    return this.#digest(bytes);
  }

  node(left: string, right: string): string {
    return this.#digest(joinedBytes(['01', left, right]));
  }

  /** The root of a tree of these leaves, by their hashes. */
  root(leaves: readonly string[]): string {
    if (leaves.length === 0) return this.#digest(new Uint8Array());
    return this.#rootOf(leaves, 0, leaves.length);
  }

  /** The hashes that lead from a leaf to the root. */
  inclusion(leaves: readonly string[], index: number): string[] {
    return this.#path(leaves, index, 0, leaves.length);
  }

  /** The hashes that show that the first `size` leaves are the beginning of all. */
  consistency(leaves: readonly string[], size: number): string[] {
    if (size <= 0 || size >= leaves.length) return [];
    return this.#subProof(leaves, size, 0, leaves.length, true);
  }

  #rootOf(leaves: readonly string[], from: number, to: number): string {
    if (to - from === 1) return leaves[from] as string;
    const middle = from + splitOf(to - from);
    return this.node(this.#rootOf(leaves, from, middle), this.#rootOf(leaves, middle, to));
  }

  #path(leaves: readonly string[], index: number, from: number, to: number): string[] {
    if (to - from <= 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...this.#path(leaves, index, from, middle), this.#rootOf(leaves, middle, to)]
      : [...this.#path(leaves, index, middle, to), this.#rootOf(leaves, from, middle)];
  }

  #subProof(leaves: readonly string[], size: number, from: number, to: number, isWhole: boolean): string[] {
    if (size === to) return isWhole ? [] : [this.#rootOf(leaves, from, to)];
    const middle = from + splitOf(to - from);
    return size <= middle
      ? [...this.#subProof(leaves, size, from, middle, isWhole), this.#rootOf(leaves, middle, to)]
      : [...this.#subProof(leaves, size, middle, to, false), this.#rootOf(leaves, from, middle)];
  }

  /** RFC 9162, 2.1.3.2. */
  isIncluded(leaf: string, index: number, size: number, proof: readonly string[], root: string): boolean {
    if (index < 0 || index >= size) return false;
    let [fn, sn, hash] = [index, size - 1, leaf];
    for (const step of proof) {
      if (sn === 0) return false;
      if (fn % 2 === 1 || fn === sn) {
        hash = this.node(step, hash);
        while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
      } else hash = this.node(hash, step);
      [fn, sn] = [half(fn), half(sn)];
    }
    return sn === 0 && hash === root;
  }

  /** RFC 9162, 2.1.4.2. */
  isConsistent(first: Checkpointed, second: Checkpointed, proof: readonly string[]): boolean {
    if (first.size > second.size) return false;
    if (first.size === second.size) return first.root === second.root && proof.length === 0;
    if (first.size === 0) return proof.length === 0;
    const steps = isPowerOfTwo(first.size) ? [first.root, ...proof] : [...proof];
    if (steps.length === 0) return false;
    let [fn, sn] = [first.size - 1, second.size - 1];
    while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
    const [start, ...rest] = steps as [string, ...string[]];
    let [fr, sr] = [start, start];
    for (const step of rest) {
      if (sn === 0) return false;
      if (fn % 2 === 1 || fn === sn) {
        [fr, sr] = [this.node(step, fr), this.node(step, sr)];
        while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
      } else sr = this.node(sr, step);
      [fn, sn] = [half(fn), half(sn)];
    }
    return sn === 0 && fr === first.root && sr === second.root;
  }
}

export interface Checkpointed {
  readonly size: number;
  readonly root: string;
}

/** The largest power of two below a number. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Without bits: logs may have more than 2^31 leaves. */
const half = (number: number): number => Math.floor(number / 2);

const isPowerOfTwo = (number: number): boolean => Number.isInteger(Math.log2(number));
