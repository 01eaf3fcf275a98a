/**
 * Sessions in a file of one of the formats, read piece by piece: events are kept aside until the header behind them is known.
 * What is wrong in the file travels with the session before it.
 */
import type { Event } from '@hansard/core';
import type { FormatProblem, ReadPiece, TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { EventSpool } from './event-spool.ts';
import { SpoolFile } from './spool-file.ts';
import type { SessionSource } from './spooled-source.ts';

export interface WrittenSource extends SessionSource {
  readonly problems: readonly FormatProblem[];
}

/**
 * Each source is read before the next is asked for. `folder`: where events are kept aside; `lost` is told what is wrong in a
 * file without a session.
 */
export async function* writtenSources(
  pieces: AsyncIterable<ReadPiece>,
  folder: string,
  lost: FormatProblem[],
): AsyncGenerator<WrittenSource> {
  let problems: FormatProblem[] = [];
  let under = new Written(folder);
  let read: { readonly written: Written; readonly header: TranscriptHeader } | undefined;
  try {
    for await (const piece of pieces) {
      if (piece.kind === 'problem') {
        problems.push(piece.problem);
        continue;
      }
      if (read) {
        yield read.written.source(read.header, problems);
        read.written.close();
        [read, problems] = [undefined, []];
      }
      if (piece.kind === 'event') under.events.add(piece.event);
      else {
        if (piece.header) read = { written: under, header: piece.header };
        else under.close();
        under = new Written(folder);
      }
    }
    if (read) yield read.written.source(read.header, problems);
    else lost.push(...problems);
  } finally {
    read?.written.close();
    under.close();
  }
}

class Written {
  readonly #file: SpoolFile;
  readonly events: EventSpool<Event>;

  constructor(folder: string) {
    this.#file = new SpoolFile(folder);
    this.events = new EventSpool(this.#file);
  }

  source(header: TranscriptHeader, problems: readonly FormatProblem[]): WrittenSource {
    return { header, problems, events: () => this.events.all(), close() {} };
  }

  close(): void {
    this.#file.close();
  }
}
