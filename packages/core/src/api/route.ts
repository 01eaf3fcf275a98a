/** What a route of the API is. Server, document and client are made from the same list of them. */
import type { TObject, TSchema } from 'typebox';
import type { Scope } from './scope.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
export type Media = 'json' | 'sse' | 'ndjson' | 'file' | 'html';

/**
 * For how long an answer may be given again without being made again. `archive`: until something in the archive changes;
 * `moment`: until then, but no longer than some seconds, because it also depends on the time; `never`: it depends on
 * more than that, is no JSON, or changes something.
 */
export type Cache = 'archive' | 'moment' | 'never';

/** What a route takes in the body of a request, and how many bytes of it. */
type Taken =
  | { readonly body?: undefined; readonly streaming?: undefined; readonly bodyLimit?: undefined }
  | { readonly body: TSchema; readonly streaming?: undefined; readonly bodyLimit: number }
  /** Media types of a long body, which the handler reads as it comes; none named: any. */
  | { readonly body?: undefined; readonly streaming: readonly string[]; readonly bodyLimit: number };

export type Route = RouteHead & Taken;

interface RouteHead {
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for parameters; `{name*}` takes the rest of the path. */
  readonly path: string;
  readonly summary: string;
  readonly tag:
    | 'server'
    | 'sessions'
    | 'events'
    | 'search'
    | 'numbers'
    | 'journal'
    | 'sharing'
    | 'page'
    | 'live'
    | 'runs';
  readonly params?: TObject;
  readonly query?: TObject;
  /** Schema of the answer: of one message for streams and of one line for NDJSON. */
  readonly answer: TSchema;
  readonly media: Media;
  /** The answer as lines, for requests that accept `application/x-ndjson`. */
  readonly lines?: TSchema;
  /** Of a good answer; 200 unless said. */
  readonly status?: number;
  /** What whoever asks must be allowed to do; null where nobody is asked for a token. */
  readonly scope: Scope | null;
  readonly cache: Cache;
  /** `gated`: its content goes through the privacy gate where it leaves the machine; `never`: it holds no content. */
  readonly leaves: 'never' | 'gated';
}

/** Keeps the exact types, from which those of the client come. */
export const route = <const R extends Route>(one: R): R => one;
