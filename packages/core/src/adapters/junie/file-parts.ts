/** Files that a block shows or changes. */
import { type Json, listOf, objectOf, stringOf, textOf } from '../../reading/native-values.ts';
import { replacedPart } from '../../reading/replaced-diff.ts';
import type { Part } from '../../transcript.ts';

const MOST_FILES = 500;

export function fileParts(event: Json): Part[] {
  const viewed = listOf(event['files'])
    .slice(0, MOST_FILES)
    .flatMap((file): Part[] => {
      const path = stringOf(objectOf(file)['relativePath']);
      return path ? [{ type: 'file_ref', path, action: 'read' }] : [];
    });
  return [
    ...viewed,
    ...listOf(event['changes'])
      .slice(0, MOST_FILES)
      .flatMap((change) => changedPart(objectOf(change))),
  ];
}

function changedPart(change: Json): Part[] {
  const [before, after] = [stringOf(change['beforeRelativePath']), stringOf(change['afterRelativePath'])];
  const path = before ?? after;
  if (!path) return [];
  const text = (name: string) => textOf(objectOf(change[name])['text']);
  const part = replacedPart(path, text('beforeContent'), text('afterContent'));
  const action = !before ? 'write' : !after ? 'delete' : before === after ? 'patch' : 'rename';
  return [{ ...part, action, ...(action === 'rename' ? { detail: after } : {}) }];
}
