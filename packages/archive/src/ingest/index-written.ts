/** Brings the index of written lines up to date with events that have changed, or that were there before the index was. */

import { wroteOf } from '@hansard/core/git/wrote.ts';
import type { Archive } from '../archive.ts';

const BATCH = 256;

/** `most`: how many events at most; the rest is left to whoever asks next. */
export async function indexWritten(archive: Archive, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { written, events: writer } = archive.committer;
  for (let done = 0; done < most; done += BATCH) {
    const numbers = written.waiting(BATCH);
    if (numbers.length === 0) return;
    const found = new Map((await archive.events.events(numbers)).map((one) => [one.number, one]));
    archive.sql.transaction(() => {
      for (const number of numbers) {
        const one = found.get(number);
        if (one) {
          const callOf = (key: string) => writer.find(one.sessionId, key)?.row.id;
          written.note(number, wroteOf(one.event), callOf);
        }
        written.done(number);
      }
    });
  }
}
