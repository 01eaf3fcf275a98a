/** One call that passes through the proxy, as the record sees it. Nothing here can stop or delay it. */
import { isObject } from '@hansard/core/reading/native-values.ts';
import { AnswerBody } from '@hansard/core/recording/answer-body.ts';
import type { RecordedCall } from '@hansard/core/recording/call-recorder.ts';
import { type Endpoint, endpointOf } from '@hansard/core/recording/endpoint.ts';
import { GatheredBytes } from '@hansard/core/recording/gathered-bytes.ts';
import { errorIn } from '../fetch/error-body.ts';
import { recorderOf } from '../session/recording.ts';
import { sentKeys, withoutKeysSent } from '../session/sent-keys.ts';
import type { Session } from '../session/session.ts';
import { type Decoder, decoderOf } from './decoded.ts';

/** A body beyond this is passed on, and told by its size. */
const MOST_BYTES = 32 * 1024 * 1024;
const ERROR_CHARACTERS = 16 * 1024;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class ProxiedCall {
  readonly #session: Session;
  readonly #endpoint: Endpoint;
  readonly #attempt: number | undefined;
  readonly #encoding: string | undefined;
  /** Held as long as the call lasts: an error may say them. */
  readonly #keys: readonly string[];
  readonly #began = performance.now();
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #call: RecordedCall | undefined;
  #sent: Promise<void> | undefined;
  #body: AnswerBody | undefined;
  #decoder: Decoder | undefined;
  #status = 0;
  #headers: Headers = {};
  #firstTokenMs: number | undefined;
  #open = true;
  #interrupted: string | undefined;

  private constructor(session: Session, endpoint: Endpoint, address: string, headers: Headers) {
    this.#session = session;
    this.#endpoint = endpoint;
    const attempt = Number(headers['x-stainless-retry-count']);
    this.#attempt = attempt > 0 ? attempt : undefined;
    this.#encoding = textOf(headers['content-encoding']);
    this.#keys = sentKeys((name) => textOf(headers[name]), address);
  }

  /** Undefined for what is no call of a model: it is passed on and not looked at. */
  static of(session: Session, method: string, address: string, headers: Headers): ProxiedCall | undefined {
    const endpoint = endpointOf(method, address);
    return endpoint && new ProxiedCall(session, endpoint, address, headers);
  }

  requestChunk(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= MOST_BYTES) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** The request has been passed on. */
  requestEnd(): void {
    this.#sent ??= this.#begin().catch((error: unknown) => {
      this.#session.guarded(() => {
        throw error;
      });
    });
  }

  async #begin(): Promise<void> {
    const { path, api } = this.#endpoint;
    if (this.#bytes > MOST_BYTES)
      throw new RangeError(`A request of ${this.#bytes} bytes was passed on, not recorded.`);
    const pieces = new GatheredBytes();
    const decoder = decoderOf(this.#encoding, (piece) => {
      // What is packed may be much larger than what was sent.
      if (pieces.length <= MOST_BYTES) pieces.push(piece);
    });
    if (!decoder) throw new TypeError(`A request packed by ${this.#encoding} was passed on, not recorded.`);
    for (const chunk of this.#chunks) decoder.push(chunk);
    await decoder.end();
    this.#chunks = [];
    if (pieces.length > MOST_BYTES) throw new RangeError('A request that is very large unpacked was not recorded.');
    const body: unknown = JSON.parse(new TextDecoder().decode(pieces.take()));
    if (!isObject(body)) return;
    const info = { endpoint: this.#endpoint, attempt: this.#attempt };
    this.#call = recorderOf(this.#session).begin(api.request(body, path), info);
  }

  response(status: number, headers: Headers): void {
    this.requestEnd();
    this.#status = status;
    this.#headers = headers;
    const contentType = textOf(headers['content-type']) ?? null;
    const body = new AnswerBody(this.#endpoint.api.answer(), status < 400 ? contentType : null);
    this.#body = body;
    const encoding = textOf(headers['content-encoding']);
    this.#decoder = decoderOf(encoding, (chunk) => void this.#session.guarded(() => body.push(chunk)));
    if (!this.#decoder) this.#interrupted = `the answer is packed by ${encoding}, which cannot be read here`;
  }

  responseChunk(chunk: Uint8Array): void {
    this.#firstTokenMs ??= Math.round(performance.now() - this.#began);
    this.#session.guarded(() => this.#decoder?.push(chunk));
  }

  /** Why the answer is not whole, said before the connection closes. */
  interrupted(reason: string): void {
    this.#interrupted ??= reason;
  }

  /** Nothing more comes, for whichever reason. Counts once. */
  async end(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#sent;
    await this.#decoder?.end();
    this.#session.guarded(() => this.#finish());
  }

  async failed(message: string): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    this.requestEnd();
    await this.#sent;
    this.#session.guarded(() => this.#call && recorderOf(this.#session).failed(this.#call, { message }));
  }

  #finish(): void {
    const [call, body] = [this.#call, this.#body];
    if (!call) return;
    const recorder = recorderOf(this.#session);
    const requestId = textOf(this.#headers['x-request-id']) ?? textOf(this.#headers['request-id']);
    if (!body) recorder.failed(call, { message: this.#interrupted ?? 'There was no answer.' });
    else if (this.#status >= 400) recorder.failed(call, this.#errorIn(body));
    else {
      const answer = body.end();
      const cut = answer.complete ? {} : { interrupted: this.#interrupted ?? 'the stream ended early' };
      recorder.answered(call, answer, { requestId, firstTokenMs: this.#firstTokenMs, ...cut });
    }
  }

  #errorIn(body: AnswerBody) {
    const text = withoutKeysSent(body.text(ERROR_CHARACTERS), this.#keys);
    const retry = Number(this.#headers['retry-after-ms'] ?? Number(this.#headers['retry-after']) * 1000);
    const told = errorIn(text) ?? { message: text.trim() || `HTTP ${this.#status}` };
    return { ...told, status: this.#status, ...(retry > 0 ? { retry_in_ms: retry } : {}) };
  }
}

const textOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
