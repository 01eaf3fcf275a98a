/**
 * Secrets that turn up only when the records of a log are put together. Their parts are looked for in the records, and whether
 * all of them would go is tried before anything is promised; what cannot be removed like that stays named.
 */
import type { FoundSecret } from '@hansard/core/privacy/index.ts';
import { MaskedStream } from '../masking/masked-stream.ts';
import { Masker } from '../masking/masker.ts';
import { removedForms } from '../masking/scrubbed-values.ts';
import { type WrittenForm, writtenForms } from '../masking/written-forms.ts';
import type { InputRow, Originals, Version } from '../sqlite/originals/originals.ts';
import { recordsIn } from './original-texts.ts';
import { canBeParted, partIn, textsIn } from './secret-parts.ts';

interface PartPlace {
  readonly input: InputRow;
  readonly version: Version;
  readonly line: number | null;
}

/** A secret with the places of its parts, and how to remove them. */
export interface PartedSecret {
  readonly found: FoundSecret;
  readonly places: readonly PartPlace[];
  readonly forms: readonly WrittenForm[];
}

/** Of these secrets the ones that can be removed in parts. */
export function partSecrets(
  originals: Originals,
  key: string,
  inputs: readonly InputRow[],
  secrets: readonly FoundSecret[],
): PartedSecret[] {
  const logs = inputs.filter(({ kind }) => kind === 'log');
  return secrets
    .filter(canBeParted)
    .map((found) => partsOf(originals, logs, found))
    .filter((parted) => parted.places.length > 0 && removesAll(originals, key, parted));
}

function partsOf(originals: Originals, logs: readonly InputRow[], found: FoundSecret): PartedSecret {
  const places: PartPlace[] = [];
  const forms: WrittenForm[] = [];
  for (const input of logs) {
    for (const version of originals.versions(input.id)) {
      for (const { part, line } of partsIn(originals.read(version), found)) {
        places.push({ input, version, line });
        forms.push(...writtenForms(part));
      }
    }
  }
  return { found, places, forms };
}

function* partsIn(
  chunks: Iterable<Uint8Array>,
  found: FoundSecret,
): Iterable<{ readonly part: FoundSecret; readonly line: number | null }> {
  for (const { value, line } of recordsIn(chunks)) {
    for (const { text, name } of textsIn(value)) {
      const part = partIn(found, text, name);
      if (part) yield { part, line: line ?? null };
    }
  }
}

function removesAll(originals: Originals, key: string, { found, places, forms }: PartedSecret): boolean {
  const rule = found.rule.id;
  const written = forms.map((form) => ({ form, rule }));
  const masker = new Masker(removedForms(written, key), key);
  return [...new Set(places.map(({ version }) => version))].every((version) => {
    for (const _ of partsIn(masked(originals.read(version), masker), found)) return false;
    return true;
  });
}

function* masked(chunks: Iterable<Uint8Array>, masker: Masker): Iterable<Uint8Array> {
  const stream = new MaskedStream(masker);
  for (const chunk of chunks) yield stream.push(chunk);
  yield stream.finish();
}
