/** Addresses that are told of what happens on a hub: ids and counts, in the order of the log. */

/** What the log tells of. */
export const LEAF_KINDS = ['accept', 'retract', 'key', 'policy', 'read', 'share'] as const;
export type LeafKind = (typeof LEAF_KINDS)[number];

/** Of which a webhook is told that names no kinds. */
export const USUAL_KINDS: readonly LeafKind[] = ['accept', 'retract'];

export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** Kept as it is: it signs. */
  readonly secret: string;
  readonly kinds: readonly LeafKind[];
  readonly made: number;
  /** Of the next leaf that it is told of. */
  readonly place: number;
  readonly tries: number;
  /** Why it could not be told last, in a word. */
  readonly trouble: string | null;
}

export interface WebhookStore {
  add(webhook: Omit<Webhook, 'tries' | 'trouble'>): Promise<void>;
  list(): Promise<readonly Webhook[]>;
  remove(id: string): Promise<boolean>;
  /** Those that are due, which nobody else gets until then. */
  claim(now: number, until: number): Promise<readonly Webhook[]>;
  told(id: string, place: number, due: number): Promise<void>;
  failed(id: string, place: number, due: number, trouble: string): Promise<void>;
}
