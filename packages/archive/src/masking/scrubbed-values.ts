/**
 * What was removed for good, as the journal knows it: by hashes, made with the archive's own key. Whoever has an agent's
 * file in hand can tell where something stands in it that was removed; nobody can read from the archive what it was.
 */
import type { Sql } from '../database/sql.ts';
import { addScrubbed, countScrubbed, scrubbedRows } from '../sqlite/masking/scrubbed-rows.ts';
import { THIS_MACHINE } from '../sqlite/originals/originals.ts';
import { machineKey } from '../sqlite/sessions/machines.ts';
import { checkOf, Masker } from './masker.ts';
import { formText, type RemovedForm, readForm } from './removed-form.ts';
import { WINDOW, WindowHash } from './window-hash.ts';
import type { WrittenForm } from './written-forms.ts';

/** From here on, two more bytes of a sum are no help to anybody who guesses. */
const LONG = 24;

/** What is known of them once they are removed. */
export function removedForms(
  forms: Iterable<{ readonly form: WrittenForm; readonly rule: string }>,
  key: string,
): RemovedForm[] {
  const windows = new WindowHash(key);
  return Array.from(forms, ({ form: { kind, lead, bytes }, rule }) => ({
    kind,
    lead,
    filter: windows.of(bytes),
    tail: bytes.length >= LONG ? windows.of(bytes, bytes.length - WINDOW) : undefined,
    check: checkOf(key, bytes),
    bytes: bytes.length,
    rule,
  }));
}

export class ScrubbedValues {
  readonly #sql: Sql;
  #key: string | undefined;
  #masker: { readonly generation: number; readonly masker: Masker | undefined } | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Rises when something is removed; 0 when nothing ever was. */
  get generation(): number {
    return countScrubbed(this.#sql);
  }

  /** What finds and writes over it; undefined when nothing was ever removed. */
  get masker(): Masker | undefined {
    const { generation } = this;
    if (this.#masker?.generation !== generation) {
      const masker = generation === 0 ? undefined : new Masker(this.forms(), this.key);
      this.#masker = { generation, masker };
    }
    return this.#masker.masker;
  }

  /** Key of this machine, which makes the hashes. */
  get key(): string {
    this.#key ??= machineKey(this.#sql, THIS_MACHINE);
    return this.#key;
  }

  forms(): RemovedForm[] {
    return scrubbedRows(this.#sql).flatMap(({ hash, rule, bytes }) => readForm(hash, rule, bytes) ?? []);
  }

  /** Only their hashes are kept. */
  add(forms: Iterable<{ readonly form: WrittenForm; readonly rule: string }>, now: string): void {
    for (const form of removedForms(forms, this.key)) {
      addScrubbed(this.#sql, { hash: formText(form), rule: form.rule, bytes: form.bytes, at: now });
    }
  }

  /** Brings a copy of the archive to the same knowledge; it has the same key. */
  copyTo(copy: Sql): void {
    for (const row of scrubbedRows(this.#sql)) addScrubbed(copy, row);
  }

  /** Whether all that is known there is known here. */
  contains(others: ScrubbedValues): boolean {
    const here = new Set(this.#hashes());
    return others.#hashes().every((hash) => here.has(hash));
  }

  #hashes(): string[] {
    return scrubbedRows(this.#sql).map(({ hash }) => hash);
  }
}
