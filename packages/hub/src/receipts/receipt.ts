/**
 * The receipt of a session that a hub has accepted: who brought it, what it is by its root, what was taken out of it as its
 * submitter says, what the hub looked for itself, and where it stands in the hub's log. The hub signs it.
 */
import type { Privacy } from '@hansard/core';

export interface UnsignedReceipt {
  /** Id of the hub. */
  readonly hub: string;
  readonly transcriptId: string;
  readonly generation: number;
  /** `sha256:` and the root. */
  readonly root: string;
  readonly events: number;
  readonly submitter: { readonly keyId: string; readonly pseudonym: string };
  readonly privacy: Pick<Privacy, 'profile' | 'rulesApplied' | 'redactionCount' | 'contentPolicy'>;
  readonly scan: { readonly rules: string; readonly policy: 'all' | 'certain'; readonly findings: 0 };
  /** RFC 3339. */
  readonly at: string;
  readonly log: { readonly index: number };
}

export interface Receipt extends UnsignedReceipt {
  /** Ed25519 public key of the hub, base64. */
  readonly publicKey: string;
  /** Ed25519 over RFC 8785 of everything else but the public key, base64. */
  readonly signature: string;
}
