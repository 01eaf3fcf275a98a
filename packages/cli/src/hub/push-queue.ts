/** Sessions that could not be sent because the hub did not answer: kept beside the archive until they are. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@hansard/archive';

const FILE = 'push-queue.json';

export interface Queued {
  readonly session: string;
  readonly url: string;
  readonly profile: string;
  readonly project?: string | undefined;
  /** Its sums alone. */
  readonly numbers?: boolean | undefined;
}

export class PushQueue {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, FILE);
  }

  list(url?: string): readonly Queued[] {
    if (!existsSync(this.#path)) return [];
    const all = JSON.parse(readFileSync(this.#path, 'utf8')) as readonly Queued[];
    return all.filter((one) => url === undefined || one.url === url);
  }

  add(entry: Queued): void {
    this.#write([...this.list().filter((one) => !isSame(one, entry)), entry]);
  }

  remove(entry: Pick<Queued, 'session' | 'url'>): void {
    const all = this.list();
    const left = all.filter((one) => !isSame(one, entry));
    if (left.length < all.length) this.#write(left);
  }

  #write(entries: readonly Queued[]): void {
    replaceFile(this.#path, `${JSON.stringify(entries, null, 2)}\n`);
  }
}

const isSame = (a: Pick<Queued, 'session' | 'url'>, b: Pick<Queued, 'session' | 'url'>): boolean =>
  a.session === b.session && a.url === b.url;
