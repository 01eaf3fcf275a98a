/** A transcript's events, one after the other, as the universal stream. Every event gives at least one of the stream's. */
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { OwnResults } from '../own-results.ts';
import { type EnvelopeOptions, Envelopes } from './envelopes.ts';
import type { UniversalEvent } from './event.ts';
import { Projector } from './projector.ts';
import { sameShape } from './same-shape.ts';
import type { Telling } from './telling.ts';

export interface StreamOptions extends EnvelopeOptions {
  /** The log may still grow: what is open stays open, and the session does not end. */
  readonly open?: boolean;
}

export class UniversalStream {
  readonly #header: TranscriptHeader;
  readonly #options: StreamOptions;
  readonly #teller: Projector<Event>;
  readonly #envelopes: Envelopes<Event>;
  readonly #own = new OwnResults();
  #sequence = 0;

  constructor(header: TranscriptHeader, options: StreamOptions) {
    this.#header = header;
    this.#options = options;
    this.#envelopes = new Envelopes(header, options, (event) => event);
    this.#teller = new Projector({
      session: header.session,
      pieces: (event, parent) => this.#envelopes.pieces(event, parent),
    });
  }

  /** What the next event becomes, or those before it that waited for it. */
  push(event: Event): UniversalEvent[] {
    // What is put beside the stream as it is must be as it is.
    const seen = this.#options.whole ? event : sameShape(event);
    if (this.#own.passes(seen)) return this.#tell(seen, 0);
    return this.#own.push(seen).flatMap((decided) => this.#tell(decided.event, decided.own));
  }

  #tell(event: Event, own: number): UniversalEvent[] {
    return this.#write(this.#teller.push(event, event, own));
  }

  /** What closes the stream. */
  end(): UniversalEvent[] {
    const held = this.#own.end().flatMap(({ event, own }) => this.#tell(event, own));
    const { state = 'open', endedAt } = this.#header.session;
    const last = this.#write(this.#teller.finish(this.#options.open === true && state === 'open', endedAt));
    return [...held, ...last];
  }

  #write(tellings: readonly Telling<Event>[]): UniversalEvent[] {
    return tellings.map((telling) => this.#envelopes.write(telling, ++this.#sequence));
  }
}
