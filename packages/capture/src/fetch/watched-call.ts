/** One call of a model that goes through the hook: its request when it is on its way, its answer as the program reads it. */
import { isObject } from '@hansard/core/reading/native-values.ts';
import type { RecordedCall } from '@hansard/core/recording/call-recorder.ts';
import type { Endpoint } from '@hansard/core/recording/endpoint.ts';
import { recorderOf, type Target } from '../session/recording.ts';
import { withoutKeysSent } from '../session/sent-keys.ts';
import { AnswerTap, type Keeper } from './answer-tap.ts';
import { beginningOf, errorIn } from './error-body.ts';
import type { RequestParts } from './request-parts.ts';
import { tapped } from './tapped-response.ts';

/** A body beyond this is sent and not read. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
const ERROR_CHARACTERS = 16 * 1024;

export class WatchedCall {
  readonly #target: Target;
  readonly #endpoint: Endpoint;
  readonly #parts: RequestParts;
  readonly #began = performance.now();
  #body: string | Promise<string> | undefined;
  #call: RecordedCall | undefined;

  constructor(target: Target, endpoint: Endpoint, parts: RequestParts, body: string | Promise<string>) {
    this.#target = target;
    this.#endpoint = endpoint;
    this.#parts = parts;
    this.#body = body;
    if (typeof body !== 'string') body.catch(() => {});
  }

  /** The request is on its way: what is new in it is recorded, once. */
  sent(): void {
    const body = this.#body;
    if (body === undefined) return;
    if (typeof body === 'string') {
      this.#body = undefined;
      this.#guarded(() => this.#begin(body));
    } else {
      body.then(
        (text) => {
          if (this.#body === undefined) return;
          this.#body = text;
          this.sent();
        },
        () => {},
      );
    }
  }

  async answeredBy(response: Response): Promise<Response> {
    // Whoever hands over a request object waits for its text here, when the answer is there already.
    if (typeof this.#body === 'object') this.#body = await this.#body.catch(() => undefined);
    return this.#guarded(() => this.#watch(response)) ?? response;
  }

  failed(error: unknown): void {
    const name = error instanceof Error ? error.name : '';
    const message = error instanceof Error ? error.message : String(error);
    this.#guarded((call) => recorderOf(this.#target.session).failed(call, { message, code: name || undefined }));
  }

  #begin(text: string): void {
    const { session, source } = this.#target;
    if (text.length > MOST_CHARACTERS) throw new RangeError(`A request of ${text.length} characters was not recorded.`);
    const body: unknown = JSON.parse(text);
    if (!isObject(body)) return;
    const request = this.#endpoint.api.request(body, this.#endpoint.path);
    const { attempt } = this.#parts;
    this.#call = recorderOf(session).begin(request, { endpoint: this.#endpoint, source, attempt });
  }

  #watch(response: Response): Response {
    if (!response.ok) {
      this.#readError(response.clone(), response.headers);
      return response;
    }
    const { headers } = response;
    const { session } = this.#target;
    const keeper: Keeper = {
      answered: (answer, info) => this.#guarded((call) => recorderOf(session).answered(call, answer, info)),
      failed: (error) =>
        session.guarded(() => {
          throw error;
        }),
    };
    return tapped(response, new AnswerTap(this.#endpoint.api.answer(), headers, this.#began, keeper));
  }

  #readError(response: Response, headers: Headers): void {
    const { status, statusText } = response;
    const retry = Number(headers.get('retry-after-ms') ?? Number(headers.get('retry-after')) * 1000);
    const told = { status, ...(retry > 0 ? { retry_in_ms: retry } : {}) };
    const tell = (said: string) =>
      this.#guarded((call) => {
        const text = withoutKeysSent(said, this.#parts.keys());
        const { message, code } = errorIn(text) ?? { message: text.trim() || statusText || `HTTP ${status}` };
        recorderOf(this.#target.session).failed(call, { message, ...(code ? { code } : {}), ...told });
      });
    beginningOf(response, ERROR_CHARACTERS).then(tell, () => tell(''));
  }

  /** For what needs the request to be recorded first. */
  #guarded<R>(task: (call: RecordedCall) => R): R | undefined {
    this.sent();
    return this.#target.session.guarded(() =>
      this.#call || task.length === 0 ? task(this.#call as RecordedCall) : undefined,
    );
  }
}
