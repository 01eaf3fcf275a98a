/**
 * Takes what exporters send: it is in a file before they are answered, and in the archive soon after. Posts that come close
 * together are read together, since a session's file is read whole.
 */
import type { Host } from '@hansard/core';
import { telemetryHome } from '@hansard/core/data-home.ts';
import type { TelemetryIntake } from '@hansard/core/store/intake.ts';
import { TelemetryPlacer } from '@hansard/core/telemetry/telemetry-placer.ts';
import { inputAt, telemetryAdapter } from '../adapters/telemetry-adapter.ts';
import type { Archive } from '../archive.ts';
import { joinTold } from '../ingest/join-told.ts';
import { TelemetryFiles } from './telemetry-files.ts';

export interface IntakeOptions {
  readonly archive: Archive;
  readonly host: Host;
  readonly report: (error: unknown) => void;
}

const MOST_NAMES = 5;

export function telemetryIntake(options: IntakeOptions): TelemetryIntake {
  return new ArchiveIntake(options);
}

class ArchiveIntake implements TelemetryIntake {
  readonly #options: IntakeOptions;
  readonly #files: TelemetryFiles;
  #placer: Promise<TelemetryPlacer> | undefined;
  #waiting = new Set<string>();
  #work: Promise<void> | undefined;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#files = new TelemetryFiles(telemetryHome(options.host));
  }

  take: TelemetryIntake['take'] = async (signal, data, now) => {
    this.#placer ??= this.#open(now);
    const placed = (await this.#placer).place(signal, data);
    const names = new Set<string>();
    let unplaced = 0;
    for (const { group, data: own, records, names: called } of placed) {
      const path = this.#files.append(group, own, now);
      if (group.kind !== 'unplaced') {
        this.#waiting.add(path);
        continue;
      }
      unplaced += records;
      for (const name of called) if (names.size < MOST_NAMES) names.add(name);
    }
    if (this.#waiting.size > 0) this.#work ??= this.#keepWaiting();
    return { unplaced, names: [...names] };
  };

  async settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  async #open(now: string): Promise<TelemetryPlacer> {
    const placer = await TelemetryPlacer.open();
    this.#files.teach(placer, now);
    return placer;
  }

  async #keepWaiting(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        // What else is on its way is read with it.
        await new Promise((resolve) => setTimeout(resolve, 50));
        const paths = [...this.#waiting];
        this.#waiting.clear();
        await this.#keep(paths);
      }
    } catch (error) {
      this.#options.report(error);
    } finally {
      this.#work = undefined;
    }
  }

  async #keep(paths: readonly string[]): Promise<void> {
    const { archive, host } = this.#options;
    const keeper = archive.keeper({ host, now: new Date().toISOString() });
    for (const path of paths) {
      const file = await host.stat(path);
      if (file) await keeper.keep(telemetryAdapter, inputAt(path), file);
    }
    keeper.flush();
    await joinTold(archive);
    archive.store.written();
  }
}
