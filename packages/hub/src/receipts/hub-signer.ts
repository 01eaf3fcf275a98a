/** The hub's own key pair: signs receipts and checkpoints of the log. It is made once and kept in the store. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { canonicalJson } from '@hansard/core/segments/canonical-json.ts';
import type { HubStore } from '../store/contract.ts';
import type { Receipt, UnsignedReceipt } from './receipt.ts';

export class HubSigner {
  /** Of the hub: a hash of its public key. */
  readonly hubId: string;
  /** Base64 of the raw key. */
  readonly publicKey: string;
  readonly #key: KeyObject;

  private constructor(key: KeyObject) {
    this.#key = key;
    this.publicKey = rawPublicKey(createPublicKey(key)).toString('base64');
    this.hubId = `hub_${createHash('sha256').update(this.publicKey, 'base64').digest('hex').slice(0, 24)}`;
  }

  static async open(store: Pick<HubStore, 'setting'>): Promise<HubSigner> {
    const pem = await store.setting('signing-key', () =>
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    );
    return new HubSigner(createPrivateKey(pem));
  }

  receipt(receipt: UnsignedReceipt): Receipt {
    return { ...receipt, publicKey: this.publicKey, signature: this.sign(canonicalJson(receipt)) };
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('base64');
  }
}

/** Whether a signature is of the key, which is given raw in base64. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const der = Buffer.concat([SPKI, Buffer.from(publicKey, 'base64')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

export function isReceiptSigned({ publicKey, signature, ...receipt }: Receipt): boolean {
  return isSignedBy(publicKey, canonicalJson(receipt), signature);
}

/** What stands before the 32 bytes of an Ed25519 key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const rawPublicKey = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(SPKI.length);
