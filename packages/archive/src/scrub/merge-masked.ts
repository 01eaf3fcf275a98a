/**
 * Takes over an input from a backup without what was removed here: a backup that was made before still holds it. What is
 * the same as before once it is gone is not taken over at all.
 */
import type { Archive } from '../archive.ts';
import type { Masker } from '../masking/masker.ts';
import type { InputRow, Version } from '../sqlite/originals/originals.ts';
import { dropRepeated } from '../sqlite/originals/repeated-version.ts';
import { maskOriginal } from './mask-original.ts';

/** Undoes the transaction. */
class NothingNew extends Error {
  override name = 'NothingNew';
}

/** `find` gives the input here; `merge` takes over what is new, and tells whether anything is. */
export function mergeMasked<T extends string>(
  { sql, originals }: Archive,
  masker: Masker,
  find: () => InputRow | undefined,
  merge: () => T | 'same',
): T | 'same' {
  const versions = () => originals.versions(find()?.id ?? -1);
  try {
    return sql.transaction(() => {
      const before = new Map(versions().map(({ id, bytes }) => [id, bytes]));
      const merged = merge();
      const input = find();
      if (merged === 'same' || !input) return merged;
      if (maskOriginal(originals, input.id, masker).versions.length === 0) return merged;
      const ids = () => versions().map(({ id }) => id);
      for (const id of ids()) if (!before.has(id)) dropRepeated(sql, id, ids());
      const isNew = ({ id, bytes }: Version) => before.get(id) !== bytes;
      if (before.size > 0 && !versions().some(isNew)) throw new NothingNew();
      return merged;
    });
  } catch (error) {
    if (error instanceof NothingNew) return 'same';
    throw error;
  }
}
