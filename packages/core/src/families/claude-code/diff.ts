/** Structured patches, as edits record them, written as unified diffs. */
import { list, object, type Raw, text } from './native.ts';

export function unifiedDiff(path: string, patch: unknown, created: boolean): string | undefined {
  const hunks: string[] = [];
  for (const hunk of list(patch)) {
    const written = hunkText(object(hunk));
    if (written) hunks.push(written);
  }
  if (hunks.length === 0) return undefined;
  const name = path.replace(/^[/\\]+/, '');
  return `--- ${created ? '/dev/null' : `a/${name}`}\n+++ b/${name}\n${hunks.join('')}`;
}

function hunkText(hunk: Raw | undefined): string | undefined {
  if (!hunk || !Array.isArray(hunk['lines'])) return undefined;
  const lines: string[] = [];
  for (const line of hunk['lines']) if (text(line) !== undefined) lines.push(`${line}\n`);
  return `@@ -${range(hunk, 'old')} +${range(hunk, 'new')} @@\n${lines.join('')}`;
}

function range(hunk: Raw, side: 'old' | 'new'): string {
  return `${Number(hunk[`${side}Start`]) || 0},${Number(hunk[`${side}Lines`]) || 0}`;
}
