/**
 * Adds the sessions of another machine's backup, without duplicates: originals first, then they are read here, with the
 * adapters of this program. A session that both have is one session. What was erased here does not come back with it.
 * Importing the same backup again changes nothing; one that was interrupted is completed by doing it again.
 */
import { basename } from 'node:path';
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { isStorageFailure } from '../database/storage-failure.ts';
import { joinTold } from '../ingest/join-told.ts';
import { mendFromCopy } from '../maintenance/mend-originals.ts';
import { rereadInput } from '../maintenance/reread.ts';
import { SessionInputs } from '../maintenance/session-inputs.ts';
import { mergeMasked } from '../scrub/merge-masked.ts';
import { finishImport, takeOverScrubbed } from '../scrub/scrub-import.ts';
import { Erasures } from '../sqlite/journal/erasures.ts';
import { type JournalMerged, mergeJournal } from '../sqlite/merging/merge-journal.ts';
import { type Merged, mergeInput } from '../sqlite/merging/merge-originals.ts';
import type { Backup } from '../sqlite/opening/open-backup.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { allSessions } from '../sqlite/sessions/all-sessions.ts';
import { type SessionFound, sessionByKey } from '../sqlite/sessions/find-session.ts';
import { knowMachine, type Machine, machines } from '../sqlite/sessions/machines.ts';

export interface ImportOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** RFC 3339. */
  readonly now: string;
  /** Told after each input. */
  readonly progress?: (progress: { readonly inputs: number; readonly totalInputs: number }) => void;
}

export interface ImportReport {
  /** Names of the machines whose sessions it held. */
  readonly machines: readonly string[];
  readonly inputs: Readonly<Record<Merged, number>>;
  readonly newSessions: number;
  readonly newEvents: number;
  readonly journal: JournalMerged;
  /** Sessions in it that were erased here, and were left out. */
  readonly erasedHere: number;
  /** Sessions here that were erased there. */
  readonly erasedThere: readonly SessionFound[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export async function importBackup(archive: Archive, backup: Backup, options: ImportOptions): Promise<ImportReport> {
  return new ImportRun(archive, backup, options).run();
}

class ImportRun {
  readonly #archive: Archive;
  readonly #backup: Backup;
  readonly #options: ImportOptions;
  /** Number of a machine there, to its number here and its key. */
  readonly #machines: ReadonlyMap<number, Machine>;
  readonly #inputs: Record<Merged, number> = { new: 0, longer: 0, same: 0 };
  readonly #problems: { path: string; message: string }[] = [];

  constructor(archive: Archive, backup: Backup, options: ImportOptions) {
    this.#archive = archive;
    this.#backup = backup;
    this.#options = options;
    this.#machines = archive.sql.transaction(() => machinesOf(archive, backup));
  }

  async run(): Promise<ImportReport> {
    const [before, lastEvent] = [this.#archive.sizes(), this.#archive.lastEvent()];
    mendFromCopy(this.#archive, this.#backup.sql);
    const { sessions, inputs: erased } = await this.#erasedHere();
    const journal = mergeJournal(this.#archive, this.#backup);
    takeOverScrubbed(this.#archive, this.#backup.sql);
    const theirs = this.#backup.originals
      .all()
      .filter(({ id, excluded }) => excluded === null && !erased.has(id) && this.#backup.originals.latest(id));
    for (const input of theirs) this.#merge(input);
    await this.#readNew(theirs.length);
    await joinTold(this.#archive);
    await finishImport(this.#archive, this.#options);
    return {
      machines: [...this.#machines.values()].map(({ name }) => name),
      inputs: this.#inputs,
      newSessions: this.#archive.sizes().sessions - before.sessions,
      newEvents: this.#archive.eventsAfter(lastEvent),
      journal,
      erasedHere: sessions,
      erasedThere: this.#erasedThere(),
      problems: this.#problems,
    };
  }

  #merge(input: InputRow): void {
    const machine = this.#machines.get(input.machine);
    this.#guard(input.path, () => {
      if (!machine) throw new Error('it is of a machine that the backup does not name');
      this.#inputs[this.#mergeInto(input, machine.id)]++;
    });
  }

  #mergeInto(input: InputRow, machine: number): Merged {
    const { originals, scrubbed } = this.#archive;
    const merge = () => mergeInput(this.#archive, this.#backup, input, machine);
    if (!scrubbed.masker) return merge();
    return mergeMasked(this.#archive, scrubbed.masker, () => originals.input(input.path, input.part, machine), merge);
  }

  /** What came with this import, or with an earlier one that was interrupted. */
  async #readNew(total: number): Promise<void> {
    const { originals } = this.#archive;
    const { adapters, host, now, progress } = this.#options;
    const members = new SessionInputs(this.#archive, adapters, host);
    const machines = new Set([...this.#machines.values()].map(({ id }) => id));
    const unread = originals
      .all()
      .filter(
        ({ machine, adapterVersion, role }) => machines.has(machine) && adapterVersion === null && role !== 'side',
      );
    progress?.({ inputs: total - unread.length, totalInputs: total });
    for (const [n, input] of unread.entries()) {
      const adapter = adapters.find(({ id }) => id === input.agent);
      if (adapter && originals.latest(input.id)) {
        await this.#read(adapter, input, members.hostOf(input.machine), now);
      }
      progress?.({ inputs: total - unread.length + n + 1, totalInputs: total });
    }
  }

  async #read(adapter: Adapter, input: InputRow, host: Host, now: string): Promise<void> {
    try {
      const outcome = await rereadInput(this.#archive, adapter, input, { host, now });
      if (outcome === 'kept' || outcome === 'unrecognised') {
        this.#archive.originals.recognise(input.id, {
          ...input,
          dialect: undefined,
          origin: undefined,
          adapterVersion: adapter.version,
        });
      }
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path: input.path, message: (error as Error).message });
    }
  }

  /** Sessions there that were erased here, and the numbers there of everything that belongs to them. */
  async #erasedHere(): Promise<{ sessions: number; inputs: Set<number> }> {
    const { erasures } = this.#archive;
    const inputs = new Set<number>();
    if (!erasures.any) return { sessions: 0, inputs };
    const members = new SessionInputs(this.#backup, this.#options.adapters, this.#options.host);
    let sessions = 0;
    for (const { id, key } of allSessions(this.#backup.sql)) {
      if (erasures.find(erasures.ofSession(key)) === undefined) continue;
      sessions++;
      for (const input of await members.of(id)) inputs.add(input.id);
    }
    for (const { id, machine, path, part } of this.#backup.originals.all()) {
      const key = this.#machines.get(machine)?.key;
      if (key !== undefined && erasures.isErased({ machine: key, path, part })) inputs.add(id);
    }
    return { sessions, inputs };
  }

  #erasedThere(): SessionFound[] {
    const there = new Erasures(this.#backup.sql);
    if (!there.any) return [];
    return allSessions(this.#archive.sql)
      .map(({ key }) => key)
      .filter((key) => there.find(there.ofSession(key)) !== undefined)
      .flatMap((key) => sessionByKey(this.#archive, key) ?? []);
  }

  #guard(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path, message: (error as Error).message });
    }
  }
}

/** Machines are known by their keys; this one may be among them. */
function machinesOf({ sql }: Archive, backup: Backup): Map<number, Machine> {
  return new Map(
    machines(backup.sql).map(({ id, key, name: given }) => {
      const name = given || basename(backup.path);
      const known = knowMachine(sql, key, name);
      return [id, { id: known.id, key, name: known.name || name }];
    }),
  );
}
