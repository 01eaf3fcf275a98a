/**
 * A program that runs a flow by stub and stands still at the Nth thing that it does to the disk, in the middle of it or right after
 * it, so that a test can kill it there. Its only argument is JSON.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { FlowRun } from '../running/flow-run.ts';
import { RunDisk } from '../running/run-disk.ts';
import { stubRun } from './run-home.ts';

export interface KilledRun {
  readonly runs: string;
  readonly work: string;
  readonly id: string;
  readonly text: string;
  /** From 1. */
  readonly at: number;
  readonly half: boolean;
}

type Change = 'append' | 'replace' | 'move' | 'remove';

/** Tells of each change that it makes, before and after it. */
export class WatchedDisk extends RunDisk {
  readonly #watch: { before(change: Change, name: string, text: string): Promise<void>; after(): Promise<void> };

  constructor(folder: string, watch: WatchedDisk['watch']) {
    super(folder);
    this.#watch = watch;
  }

  get watch(): { before(change: Change, name: string, text: string): Promise<void>; after(): Promise<void> } {
    return this.#watch;
  }

  override async append(name: string, text: string): Promise<void> {
    await this.#watch.before('append', name, text);
    await super.append(name, text);
    await this.#watch.after();
  }

  override async replace(name: string, text: string): Promise<void> {
    await this.#watch.before('replace', name, text);
    await super.replace(name, text);
    await this.#watch.after();
  }

  override async move(from: string, to: string): Promise<void> {
    await this.#watch.before('move', from, '');
    await super.move(from, to);
    await this.#watch.after();
  }

  override async remove(name: string): Promise<void> {
    await this.#watch.before('remove', name, '');
    await super.remove(name);
    await this.#watch.after();
  }
}

function standing(): Promise<never> {
  process.stdout.write('reached\n');
  return new Promise(() => setInterval(() => {}, 60_000));
}

async function main({ runs, work, id, text, at, half }: KilledRun): Promise<void> {
  let count = 0;
  const disk = (folder: string) =>
    new WatchedDisk(folder, {
      async before(change, name, written) {
        count++;
        if (count !== at || !half) return;
        const part = written.slice(0, written.length / 2);
        // The file may not be there yet; its folder is made by the change itself.
        if (change === 'append') await halfAppended(folder, name, part);
        if (change === 'replace') await halfReplaced(folder, name, part);
        await standing();
      },
      async after() {
        if (count === at && !half) await standing();
      },
    });
  const run = await FlowRun.begin({ runs, disk, runId: () => id }, await stubRun(text, work));
  await run.run();
  process.stdout.write('done\n');
}

async function halfAppended(folder: string, name: string, text: string): Promise<void> {
  const disk = new RunDisk(folder);
  await disk.append(name, '');
  appendFileSync(disk.path(name), text);
}

async function halfReplaced(folder: string, name: string, text: string): Promise<void> {
  const disk = new RunDisk(folder);
  await disk.append(`${name}.tmp`, '');
  writeFileSync(disk.path(`${name}.tmp`), text);
}

const [argument] = process.argv.slice(2);
if (argument?.startsWith('{')) void main(JSON.parse(argument) as KilledRun);
