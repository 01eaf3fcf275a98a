/**
 * Views of the page that are kept by name. They lie in a file beside the archive: they say nothing about sessions, and
 * are few. It is read each time, so that several servers on one archive see the same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@hansard/archive';
import { Failure } from '@hansard/core';
import { type SavedView, VIEW_ADDRESS } from '@hansard/core/api/journal.ts';

const VIEWS_FILE = 'views.json';
const MOST_VIEWS = 200;

export class SavedViews {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, VIEWS_FILE);
  }

  list(): SavedView[] {
    const text = this.#read();
    if (text === undefined) return [];
    const views = parsed(text);
    if (!views) {
      throw new Failure('archive-unusable', `${this.#path} is not a list of views.`, {
        remedy: 'Mend it, or move it away: views are kept anew then.',
      });
    }
    return views;
  }

  /** Under a name that is taken, the view that was there is replaced. */
  keep(view: SavedView): SavedView[] {
    const others = this.list().filter(({ name }) => name !== view.name);
    if (others.length >= MOST_VIEWS) {
      throw new Failure('bad-argument', `There are ${MOST_VIEWS} views already.`, { remedy: 'Take one away first.' });
    }
    return this.#write([...others, view]);
  }

  remove(gone: string): SavedView[] {
    return this.#write(this.list().filter(({ name }) => name !== gone));
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #write(views: readonly SavedView[]): SavedView[] {
    const sorted = views.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    replaceFile(this.#path, `${JSON.stringify({ views: sorted }, null, 2)}\n`);
    return sorted;
  }
}

function parsed(text: string): SavedView[] | undefined {
  try {
    const { views } = JSON.parse(text) as { views?: unknown };
    return Array.isArray(views) && views.every(isView) ? views : undefined;
  } catch {
    return undefined;
  }
}

function isView(value: unknown): value is SavedView {
  const { name, address } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof address === 'string' && ADDRESS.test(address);
}

const ADDRESS = new RegExp(VIEW_ADDRESS);
