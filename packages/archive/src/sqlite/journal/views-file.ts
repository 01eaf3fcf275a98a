/**
 * Views lay in a file beside the archive before the archive had a table for them. They are moved there when somebody asks
 * for them; a file that is no list of views stays, and is named.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';
import { isView, type SavedView, type SavedViews } from './saved-views.ts';

const VIEWS_FILE = 'views.json';

export function adoptViewsFile(home: string, views: SavedViews): void {
  const path = join(home, VIEWS_FILE);
  const text = textOf(path);
  if (text === undefined) return;
  const found = parsed(text);
  if (!found) {
    throw new Failure('archive-unusable', `${path} is not a list of views.`, {
      remedy: 'Mend it, or move it away: views are kept in the archive now.',
    });
  }
  views.add(found);
  rmSync(path, { force: true });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
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
