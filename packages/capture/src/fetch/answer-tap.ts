/**
 * What the program reads of an answer, as the record gets it: pieces are put aside as they pass, and read when the program
 * waits for more. When the answer ends it is recorded at once, before the program knows of the end.
 */
import { AnswerBody } from '@hansard/core/recording/answer-body.ts';
import type { AnswerReader } from '@hansard/core/recording/apis/contract.ts';
import type { AnswerInfo } from '@hansard/core/recording/call-recorder.ts';
import type { Answer } from '@hansard/core/recording/item.ts';
import { platform } from '../platform.ts';
import { type HowEnded, Tap } from './tap.ts';

/** Who keeps what the tap has found. */
export interface Keeper {
  answered(answer: Answer, info: AnswerInfo): void;
  /** Something in the recording went wrong. */
  failed(error: unknown): void;
}

export class AnswerTap extends Tap {
  readonly #body: AnswerBody;
  readonly #headers: Headers;
  readonly #began: number;
  readonly #keeper: Keeper;
  #firstTokenMs: number | undefined;
  #waits = false;
  #told = false;

  constructor(reader: AnswerReader, headers: Headers, began: number, keeper: Keeper) {
    super();
    this.#body = new AnswerBody(reader, headers.get('content-type'));
    this.#headers = headers;
    this.#began = began;
    this.#keeper = keeper;
  }

  protected seen(chunk: Uint8Array): void {
    this.#firstTokenMs ??= Math.round(performance.now() - this.#began);
    this.#body.push(chunk);
    if (this.#waits || !this.#body.streamed) return;
    this.#waits = true;
    platform.later(() => this.#readOn());
  }

  protected over(how: HowEnded, error: unknown): void {
    const reason = how === 'cancel' ? 'the program stopped reading' : error instanceof Error ? error.name : 'error';
    this.#tell(how === 'end' ? 'the stream ended early' : reason);
  }

  protected failed(error: unknown): void {
    this.#keeper.failed(error);
  }

  /** Some SDKs never read to the end of the stream: the protocol's own last event counts. */
  #readOn(): void {
    this.#waits = false;
    try {
      this.#body.readOn();
      if (this.#body.ended) this.#tell('');
    } catch (error) {
      this.failed(error);
    }
  }

  #tell(interrupted: string): void {
    if (this.#told) return;
    this.#told = true;
    const answer = this.#body.end();
    this.#keeper.answered(answer, {
      requestId: requestIdOf(this.#headers),
      firstTokenMs: this.#firstTokenMs,
      ...(answer.complete ? {} : { interrupted }),
    });
  }
}

const requestIdOf = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('apim-request-id') ?? undefined;
