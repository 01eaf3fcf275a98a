/** Attachments of sessions that were read lately: finding one takes reading the session, and a page shows many. */
import type { Attachment } from '@hansard/core';

type Attachments = Readonly<Record<string, Attachment>>;

const MOST_BYTES = 32 * 1024 * 1024;

export class AttachmentCache {
  readonly #known = new Map<string, Promise<Attachments>>();

  /** `state` names the session as it is now. */
  async get(state: string, hash: string, read: () => Promise<Attachments>): Promise<Attachment | undefined> {
    const known = this.#known.get(state) ?? read();
    this.#known.delete(state);
    this.#known.set(state, known);
    try {
      const attachments = await known;
      if (this.#known.size > 4) this.#known.delete(this.#known.keys().next().value as string);
      if (sizeOf(attachments) > MOST_BYTES) this.#known.delete(state);
      return Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
    } catch (error) {
      this.#known.delete(state);
      throw error;
    }
  }
}

const sizeOf = (attachments: Attachments): number =>
  Object.values(attachments).reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
