/**
 * Makes everything that is made from originals again, with the present adapters: input by input, each in a transaction
 * of its own. A rebuild of the whole archive that was interrupted goes on where it stopped. Numbers and ids of events
 * and sessions stay, and the journal is not touched.
 */

import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { isStorageFailure } from '../database/storage-failure.ts';
import { joinTold } from '../ingest/join-told.ts';
import { clearCounter, counterOf, raiseCounter } from '../sqlite/counters.ts';
import { emptyDamagedIndex } from '../sqlite/maintenance/repair-index.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { markAllUnread } from '../sqlite/runs/run-inputs.ts';
import { settleRuns } from '../sqlite/runs/settle-runs.ts';
import type { SessionFound } from '../sqlite/sessions/find-session.ts';
import { ownSessionsOf } from '../sqlite/sessions/input-sessions.ts';
import { nameSession } from '../sqlite/sessions/name-session.ts';
import { damageLine, namedDamage } from './damage-lines.ts';
import { mendOriginals } from './mend-originals.ts';
import { type Reread, rereadInput } from './reread.ts';
import { SessionInputs } from './session-inputs.ts';

export interface RebuildOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** RFC 3339. */
  readonly now: string;
  /** All by default. */
  readonly sessions?: readonly SessionFound[];
  /** Only inputs that were read by another version of their adapter. */
  readonly outdated?: boolean;
  /** Told after each input. */
  readonly progress?: (progress: RebuildProgress) => void;
}

export interface RebuildProgress {
  readonly inputs: number;
  readonly totalInputs: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface RebuildSummary {
  readonly inputs: number;
  /** Inputs that an earlier, interrupted rebuild had done already. */
  readonly doneBefore: number;
  readonly newEvents: number;
  /** Damaged parts of originals that were written again from an intact copy. */
  readonly mended: number;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export async function rebuild(archive: Archive, options: RebuildOptions): Promise<RebuildSummary> {
  return new RebuildRun(archive, options).run();
}

/** Inputs that are read from, in the order in which the archive learnt of them. */
export function rebuildable(archive: Archive, options: RebuildOptions): InputRow[] {
  const { sessions, adapters, outdated } = options;
  const members = new SessionInputs(archive, adapters, options.host);
  const rows = sessions ? sessions.flatMap(({ id }) => members.own(id)) : archive.originals.all();
  const isWanted = ({ agent, adapterVersion, role, dialect, excluded }: InputRow) => {
    if (role === 'side' || excluded !== null) return false;
    const adapter = adapters.find(({ id }) => id === agent);
    const isOutdated = adapter !== undefined && adapterVersion !== adapter.version;
    return !outdated || (isOutdated && (dialect !== null || adapterVersion === null));
  };
  const unique = new Map(rows.filter(isWanted).map((row) => [row.id, row]));
  return [...unique.values()]
    .filter(({ id }) => archive.originals.latest(id) !== undefined)
    .sort((a, b) => a.id - b.id);
}

class RebuildRun {
  readonly #archive: Archive;
  readonly #options: RebuildOptions;
  readonly #members: SessionInputs;
  readonly #problems: { path: string; message: string }[] = [];

  constructor(archive: Archive, options: RebuildOptions) {
    this.#archive = archive;
    this.#options = options;
    this.#members = new SessionInputs(archive, options.adapters, options.host);
  }

  async run(): Promise<RebuildSummary> {
    const { progress, sessions, outdated } = this.#options;
    const isWhole = !sessions && !outdated;
    const all = rebuildable(this.#archive, this.#options);
    // Nothing that was done before counts when the index has to be written again.
    if (isWhole && emptyDamagedIndex(this.#archive.sql)) clearCounter(this.#archive.sql, 'rebuilt');
    const { mended, damaged } = await this.#mend(isWhole ? undefined : all.map(({ id }) => id));
    const inputs = (isWhole ? this.#notDone(all) : all).filter(({ id }) => !damaged.has(id));
    const before = this.#archive.sizes().events;
    const sizes = inputs.map(({ id }) => this.#archive.originals.latest(id)?.bytes ?? 0);
    const totalBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
    let bytes = 0;
    for (const [n, input] of inputs.entries()) {
      await this.#reread(input);
      if (isWhole) raiseCounter(this.#archive.sql, 'rebuilt', input.id);
      bytes += sizes[n] as number;
      progress?.({ inputs: n + 1, totalInputs: inputs.length, bytes, totalBytes });
    }
    await joinTold(this.#archive, { quietly: true });
    if (isWhole) markAllUnread(this.#archive.sql);
    await settleRuns(this.#archive);
    if (isWhole) clearCounter(this.#archive.sql, 'rebuilt');
    return {
      inputs: inputs.length,
      doneBefore: all.filter(({ id }) => !damaged.has(id)).length - inputs.length,
      newEvents: this.#archive.sizes().events - before,
      mended,
      problems: this.#problems,
    };
  }

  /** What cannot be mended is not read again: what was read of it while it was whole is kept. */
  async #mend(inputs: readonly number[] | undefined): Promise<{ mended: number; damaged: ReadonlySet<number> }> {
    const { host, adapters } = this.#options;
    const { mended, left } = await mendOriginals(this.#archive, { host, adapters, ...(inputs && { inputs }) });
    for (const damage of await namedDamage(this.#archive, left, { host, adapters })) {
      const message = `its original is damaged (${damageLine(damage)}); no intact copy was found. \`hansard import FILE\` takes it from a backup`;
      this.#problems.push({ path: damage.path, message });
    }
    return { mended, damaged: new Set(left.map(({ inputId }) => inputId)) };
  }

  async #reread(input: InputRow): Promise<void> {
    const adapter = this.#options.adapters.find(({ id }) => id === input.agent);
    const { now } = this.#options;
    const host = this.#members.hostOf(input.machine);
    try {
      const outcome = adapter ? await rereadInput(this.#archive, adapter, input, { host, now }) : 'unrecognised';
      this.#note(input, outcome);
      if (outcome === 'read') await this.#nameAgain(input);
    } catch (error) {
      // What cannot be stored concerns all inputs alike; anything else is this one's.
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path: input.path, message: (error as Error).message });
    }
  }

  #note({ path, agent }: InputRow, outcome: Reread): void {
    if (outcome !== 'unrecognised') return;
    const message = `no longer recognised as ${agent}’s; what was read of it before is kept`;
    this.#problems.push({ path, message });
  }

  async #nameAgain({ id }: InputRow): Promise<void> {
    for (const session of ownSessionsOf(this.#archive.sql, id)) await nameSession(this.#archive, session);
  }

  /** Behind the last that an interrupted rebuild has done, and those that a newer adapter could read better since. */
  #notDone(all: readonly InputRow[]): InputRow[] {
    const last = counterOf(this.#archive.sql, 'rebuilt') ?? 0;
    const versions = new Map(this.#options.adapters.map(({ id, version }) => [id, version]));
    return all.filter(
      ({ id, agent, dialect, adapterVersion }) =>
        id > last || (dialect !== null && adapterVersion !== versions.get(agent)),
    );
  }
}
