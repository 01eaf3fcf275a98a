/** What a route of the API is. Server, document and client are made from the same list of them. */
import type { TObject, TSchema } from 'typebox';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
export type Media = 'json' | 'sse' | 'ndjson' | 'file' | 'html';

export interface Route {
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for parameters; `{name*}` takes the rest of the path. */
  readonly path: string;
  readonly summary: string;
  readonly tag: 'server' | 'sessions' | 'events' | 'search' | 'numbers' | 'journal' | 'sharing' | 'page';
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Schema of the answer: of one message for streams and of one line for NDJSON. */
  readonly answer: TSchema;
  readonly media: Media;
  /** The answer as lines, for requests that accept `application/x-ndjson`. */
  readonly lines?: TSchema;
  /** Of a good answer; 200 unless said. */
  readonly status?: number;
  /** Whether a token is needed. */
  readonly auth: boolean;
  /** `gated`: its content goes through the privacy gate where it leaves the machine; `never`: it holds no content. */
  readonly leaves: 'never' | 'gated';
}

/** Keeps the exact types, from which those of the client come. */
export const route = <const R extends Route>(one: R): R => one;
