/** The Merkle tree of the hub's log, with signed checkpoints (C2SP tlog-checkpoint). Leaves are read once and held. */
import { createHash } from 'node:crypto';
import { MerkleTree } from '@hansard/core/merkle/merkle-tree.ts';
import { joinedBytes } from '@hansard/core/segments/root.ts';
import { sha256 } from '../digest.ts';
import type { HubStore } from '../store/contract.ts';
import type { HubSigner } from './hub-signer.ts';

const AT_ONCE = 1000;
const ED25519 = 1;

export const merkle = new MerkleTree(sha256);

export const leafHash = (data: string): string => merkle.leaf(new TextEncoder().encode(data));

export interface Checkpoint {
  readonly size: number;
  /** In hex. */
  readonly root: string;
  /** The signed note: origin, size and root, and the signature. */
  readonly note: string;
}

export class LogTree {
  readonly #store: HubStore;
  readonly #signer: HubSigner;
  readonly #leaves: string[] = [];
  #reading: Promise<void> | undefined;

  constructor(store: HubStore, signer: HubSigner) {
    this.#store = store;
    this.#signer = signer;
  }

  async checkpoint(): Promise<Checkpoint> {
    const leaves = await this.#all();
    const [size, root] = [leaves.length, merkle.root(leaves)];
    return { size, root, note: noteOf(this.#signer, size, root) };
  }

  /** That the leaf at an index is in the tree as it is now. */
  async inclusion(index: number): Promise<{ readonly checkpoint: Checkpoint; readonly proof: readonly string[] }> {
    const checkpoint = await this.checkpoint();
    return { checkpoint, proof: merkle.inclusion(this.#leaves.slice(0, checkpoint.size), index) };
  }

  /** That the tree goes on from an earlier one. */
  async consistency(from: number): Promise<{ readonly checkpoint: Checkpoint; readonly proof: readonly string[] }> {
    const checkpoint = await this.checkpoint();
    return { checkpoint, proof: merkle.consistency(this.#leaves.slice(0, checkpoint.size), from) };
  }

  async #all(): Promise<readonly string[]> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return [...this.#leaves];
  }

  async #read(): Promise<void> {
    for (;;) {
      const leaves = await this.#store.log.leaves(this.#leaves.length, AT_ONCE);
      this.#leaves.push(...leaves.map(({ data }) => leafHash(data)));
      if (leaves.length < AT_ONCE) return;
    }
  }
}

function noteOf(signer: HubSigner, size: number, root: string): string {
  const text = noteText(signer.hubId, size, root);
  const signature = Buffer.from(signer.sign(text), 'base64');
  const signed = Buffer.concat([keyHash(signer.hubId, signer.publicKey), signature]).toString('base64');
  return `${text}\n— ${signer.hubId} ${signed}\n`;
}

export const noteText = (origin: string, size: number, root: string): string =>
  `${origin}\n${size}\n${Buffer.from(joinedBytes([root])).toString('base64')}\n`;

/** The signature in a note, in base64. */
export function signatureIn(note: string): string | undefined {
  const signed = /\n— \S+ (\S+)\n$/.exec(note)?.[1];
  return signed === undefined ? undefined : Buffer.from(signed, 'base64').subarray(4).toString('base64');
}

const keyHash = (name: string, publicKey: string): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ED25519))
    .update(publicKey, 'base64')
    .digest()
    .subarray(0, 4);
