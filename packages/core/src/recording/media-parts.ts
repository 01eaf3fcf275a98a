/** Pictures and files of messages as parts of an entry: the bytes once, and only those that are not too large. */
import type { CapturedPart } from './entry-draft.ts';
import { hash } from './hash.ts';
import type { Media } from './item.ts';

export class MediaParts {
  readonly #most: number;
  readonly #told = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  partOf({ type, mime, url, label, data }: Media): CapturedPart {
    const part: CapturedPart = {
      type,
      ...(mime ? { mime } : {}),
      ...(url ? { url } : {}),
      ...(label ? { label } : {}),
    };
    if (data === undefined) return part;
    part.hash = hash(data);
    part.bytes = Math.floor((data.length * 3) / 4);
    if (this.#told.has(part.hash)) return part;
    if (data.length > this.#most) return part;
    this.#told.add(part.hash);
    return { ...part, data };
  }
}
