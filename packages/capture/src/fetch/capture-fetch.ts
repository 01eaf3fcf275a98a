/**
 * The hook for SDKs that take a `fetch`: a function that does what `fetch` does, and records calls of models beside it. The
 * request goes out before anything is looked at; the answer is read as the program reads it. What goes wrong in the
 * recording is counted by the session, and never reaches the program.
 */

import { isObject } from '@hansard/core/reading/native-values.ts';
import { AnswerBody } from '@hansard/core/recording/answer-body.ts';
import type { RecordedCall } from '@hansard/core/recording/call-recorder.ts';
import { type Endpoint, endpointOf } from '@hansard/core/recording/endpoint.ts';
import { platform } from '../platform.ts';
import { recorderOf, type Target, targetOf } from '../session/recording.ts';
import type { Session } from '../session/session.ts';
import { ownFetch } from './own-fetch.ts';
import { partsOf, type RequestParts } from './request-parts.ts';
import { tapped } from './tapped-response.ts';

export type Fetch = typeof globalThis.fetch;

export interface CaptureFetchOptions {
  /** What makes the calls; the runtime's own by default. */
  readonly fetch?: Fetch;
}

/** A body beyond this is sent and not read. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
const ERROR_CHARACTERS = 16 * 1024;

/** Without a session it records into the one that the code runs in (`session.run`), and outside of any nothing. */
export function captureFetch(session?: Session, options: CaptureFetchOptions = {}): Fetch {
  return (input, init) => {
    const plain = options.fetch ?? ownFetch();
    const target = targetOf(session);
    const watched = target?.session.guarded(() => watchedCall(target, partsOf(input, init)));
    const response = plain(input, init);
    if (!watched) return response;
    platform.later(() => watched.sent());
    return response.then(
      (answer) => watched.answeredBy(answer),
      (error: unknown) => {
        watched.failed(error);
        throw error;
      },
    );
  };
}

function watchedCall(target: Target, parts: RequestParts): WatchedCall | undefined {
  const endpoint = endpointOf(parts.method, parts.address);
  if (!endpoint) return undefined;
  const body = parts.body();
  return body === undefined ? undefined : new WatchedCall(target, endpoint, parts, body);
}

class WatchedCall {
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
    const body = new AnswerBody(this.#endpoint.api.answer(), response.headers.get('content-type'));
    const requestId = requestIdOf(response.headers);
    let firstTokenMs: number | undefined;
    let open = true;
    const finish = (interrupted?: string) => {
      if (!open) return;
      open = false;
      this.#guarded((call) => {
        const answer = body.end();
        const told = answer.complete ? {} : { interrupted: interrupted ?? 'the stream ended early' };
        recorderOf(this.#target.session).answered(call, answer, { requestId, firstTokenMs, ...told });
      });
    };
    return tapped(response, {
      push: (chunk) => {
        firstTokenMs ??= Math.round(performance.now() - this.#began);
        if (!open) return;
        this.#guarded(() => body.push(chunk));
        // Some SDKs never read to the end of the stream: the protocol's own last event counts.
        if (body.ended) finish();
      },
      end: (how, error) => {
        const reason = how === 'cancel' ? 'the program stopped reading' : error instanceof Error ? error.name : 'error';
        finish(how === 'end' ? undefined : reason);
      },
    });
  }

  #readError(response: Response, headers: Headers): void {
    const { status, statusText } = response;
    const retry = Number(headers.get('retry-after-ms') ?? Number(headers.get('retry-after')) * 1000);
    const told = { status, ...(retry > 0 ? { retry_in_ms: retry } : {}) };
    const tell = (text: string) =>
      this.#guarded((call) => {
        const { message, code } = errorIn(text) ?? { message: text.trim() || statusText || `HTTP ${status}` };
        recorderOf(this.#target.session).failed(call, { message, ...(code ? { code } : {}), ...told });
      });
    textOf(response, ERROR_CHARACTERS).then(tell, () => tell(''));
  }

  /** For what needs the request to be recorded first. */
  #guarded<R>(task: (call: RecordedCall) => R): R | undefined {
    this.sent();
    return this.#target.session.guarded(() =>
      this.#call || task.length === 0 ? task(this.#call as RecordedCall) : undefined,
    );
  }
}

const requestIdOf = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('apim-request-id') ?? undefined;

function errorIn(text: string): { message: string; code?: string } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error = isObject(body) ? (body['error'] ?? body) : undefined;
    if (typeof error === 'string') return { message: error };
    if (!isObject(error) || typeof error['message'] !== 'string') return undefined;
    const code = error['code'] ?? error['type'] ?? error['status'];
    return { message: error['message'], ...(code == null ? {} : { code: String(code) }) };
  } catch {
    return undefined;
  }
}

/** The beginning of a body; the rest is let go. */
async function textOf(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (text.length < most) continue;
    reader?.cancel().catch(() => {});
    break;
  }
  return text;
}
