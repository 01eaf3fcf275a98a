/** What of a request is looked at: method, address, body, and which try it is. Other headers are read when there is an error. */
import { sentKeys } from '../session/sent-keys.ts';

type FetchInput = Parameters<typeof globalThis.fetch>[0];
type FetchInit = Parameters<typeof globalThis.fetch>[1];

export interface RequestParts {
  readonly method: string;
  readonly address: string;
  readonly attempt: number | undefined;
  /** What it signs in with: to be left out of an error. */
  keys(): string[];
  /** The text of the body, at once or later; undefined for one that cannot be read without taking it away. */
  body(): string | Promise<string> | undefined;
}

/** Before the request is sent: a body that is a stream can be read only once. */
export function partsOf(input: FetchInput, init: FetchInit): RequestParts {
  const request = isRequest(input) ? input : undefined;
  return {
    method: init?.method ?? request?.method ?? 'GET',
    address: request ? request.url : String(input),
    attempt: attemptOf(init?.headers ?? request?.headers),
    keys: () => {
      const headers = new Headers((init?.headers ?? request?.headers) as ConstructorParameters<typeof Headers>[0]);
      return sentKeys((name) => headers.get(name), request ? request.url : String(input));
    },
    body: () => bodyOf(init?.body ?? undefined, request),
  };
}

const isRequest = (input: FetchInput): input is Request =>
  typeof input === 'object' && 'url' in input && 'clone' in input;

function bodyOf(body: unknown, request: Request | undefined): string | Promise<string> | undefined {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(new Uint8Array(body));
  if (body === undefined && request && !request.bodyUsed) return request.clone().text();
  if (typeof Blob !== 'undefined' && body instanceof Blob) return body.text();
  return undefined;
}

/** The SDKs of OpenAI and Anthropic number their tries. */
const ATTEMPT = 'x-stainless-retry-count';

function attemptOf(headers: unknown): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const value =
    'get' in headers && typeof headers.get === 'function'
      ? headers.get(ATTEMPT)
      : (Array.isArray(headers) ? headers : Object.entries(headers)).find(
          ([name]) => name.toLowerCase() === ATTEMPT,
        )?.[1];
  const attempt = Number(value);
  return Number.isInteger(attempt) && attempt > 0 ? attempt : undefined;
}
