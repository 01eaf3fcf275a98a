/** The runs of new lines in a unified diff of one file, with their place in the file as it is afterwards. */
import type { ChangedRange } from './file-changes.ts';

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export function addedRanges(diff: string): ChangedRange[] {
  const ranges: ChangedRange[] = [];
  let line = 0;
  let added: string[] = [];
  let removed = 0;
  const close = () => {
    if (added.length > 0) {
      const change = removed > 0 ? 'modification' : 'addition';
      ranges.push({ start: line - added.length, text: added.join('\n'), change });
    } else if (removed > 0) ranges.push({ start: Math.max(1, line), text: '', change: 'deletion' });
    [added, removed] = [[], 0];
  };
  for (const text of diff.split('\n')) {
    const hunk = HUNK.exec(text);
    if (hunk) {
      close();
      line = Number(hunk[1]);
    } else if (line === 0 || text.startsWith('\\')) continue;
    else if (text.startsWith('+')) {
      added.push(text.slice(1));
      line++;
    } else if (text.startsWith('-')) {
      if (added.length > 0) close();
      removed++;
    } else {
      close();
      if (text.startsWith(' ')) line++;
    }
  }
  close();
  return ranges;
}
