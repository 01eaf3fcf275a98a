/** Writes lines with the trouble that was asked for: late, among garbage, or not to the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockFlags } from './flags.ts';

const GARBAGE = 'mock: this line is no JSON {';
const CRASH_CODE = 70;

export class LineWriter {
  readonly #flags: MockFlags;
  #lines = 0;

  constructor(flags: MockFlags) {
    this.#flags = flags;
  }

  async write(line: object): Promise<void> {
    const { delay, garbage } = this.#flags;
    if (delay > 0) await sleep(delay);
    if (garbage && this.#lines % 3 === 2) await this.raw(GARBAGE);
    await this.raw(JSON.stringify(line));
  }

  /** At the pace of whoever reads. */
  async raw(text: string): Promise<void> {
    if (this.#lines++ >= this.#flags.crashAfter) crash();
    if (!process.stdout.write(`${text}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

/** More lines than are shown at once, so that readers see what they leave out. */
function crash(): never {
  const lines = Array.from({ length: 100 }, (_, i) => `mock: line ${i + 1} of its last words`);
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(CRASH_CODE);
}
