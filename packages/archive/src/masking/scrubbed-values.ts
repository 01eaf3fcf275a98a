/**
 * What was removed for good, as the journal knows it: by hashes, made with the archive's own key. Whoever has an agent's
 * file in hand can tell where something stands in it that was removed; nobody can read from the archive what it was.
 */
import type { Sql } from '../database/sql.ts';
import { THIS_MACHINE } from '../sqlite/originals/originals.ts';
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
    return this.#sql.get('SELECT count(*) AS n FROM scrubbed')?.['n'] as number;
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
    this.#key ??= this.#sql.get('SELECT key FROM machine WHERE id = ?', THIS_MACHINE)?.['key'] as string;
    return this.#key;
  }

  forms(): RemovedForm[] {
    return this.#sql
      .all('SELECT hash, rule, bytes FROM scrubbed ORDER BY hash')
      .flatMap(({ hash, rule, bytes }) => readForm(hash as string, rule as string, bytes as number) ?? []);
  }

  /** Only their hashes are kept. */
  add(forms: Iterable<{ readonly form: WrittenForm; readonly rule: string }>, now: string): void {
    for (const form of removedForms(forms, this.key)) this.#insert(formText(form), form.rule, form.bytes, now);
  }

  /** Brings a copy of the archive to the same knowledge; it has the same key. */
  copyTo(copy: Sql): void {
    const into = new ScrubbedValues(copy);
    for (const { hash, rule, bytes, at } of this.#sql.all('SELECT hash, rule, bytes, at FROM scrubbed')) {
      into.#insert(hash as string, rule as string, bytes as number, at as string);
    }
  }

  /** Whether all that is known there is known here. */
  contains(others: ScrubbedValues): boolean {
    const here = new Set(this.#hashes());
    return others.#hashes().every((hash) => here.has(hash));
  }

  #hashes(): string[] {
    return this.#sql.all('SELECT hash FROM scrubbed').map(({ hash }) => hash as string);
  }

  #insert(hash: string, rule: string, bytes: number, at: string): void {
    this.#sql.run('INSERT OR IGNORE INTO scrubbed (hash, rule, bytes, at) VALUES (?, ?, ?, ?)', hash, rule, bytes, at);
  }
}
