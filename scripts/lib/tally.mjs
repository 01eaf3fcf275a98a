/** Runs the steps of the test command under headings and adds up what they report. */

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  #failures = [];

  /** Runs one step; it returns true or false, or counts. True when nothing in it failed. */
  async step(title, run) {
    const started = performance.now();
    console.log(`\n── ${title}`);
    const { passed = 0, failed = 0, skipped = 0 } = await counts(run);
    this.passed += passed;
    this.failed += failed;
    this.skipped += skipped;
    if (failed > 0) this.#failures.push(title);
    console.log(`${failed > 0 ? 'FAILED' : 'ok'} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return failed === 0;
  }

  skip(title, reason) {
    this.skipped += 1;
    console.log(`\n── ${title}\nskipped: ${reason}`);
  }

  /** Prints the result as the last line; the exit status. */
  finish() {
    if (this.#failures.length > 0) console.log(`\nFailed: ${this.#failures.join('; ')}`);
    console.log(`\n${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
    return this.failed === 0 ? 0 : 1;
  }
}

async function counts(run) {
  try {
    const result = await run();
    return typeof result === 'boolean' ? { passed: Number(result), failed: Number(!result) } : result;
  } catch (error) {
    console.error(error.message);
    return { failed: 1 };
  }
}
