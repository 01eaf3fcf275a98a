/** One server, as the client talks to it: addresses, the token, answers and problems. Uses nothing but fetch. */
import { ProblemError, problemOf } from './problem-error.ts';

export interface ClientOptions {
  /** Where the server is: `http://127.0.0.1:7878`; a page that it serves gives `''` or its own origin. */
  readonly baseUrl: string;
  /** Without it the browser's cookie says who asks. */
  readonly token?: string;
  /** Another fetch, for tests and proxies. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Values of a query; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Every request can be given up. */
export interface AskOptions {
  readonly signal?: AbortSignal;
}

export interface Ask extends AskOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Connection {
  readonly #base: string;
  readonly #token: string | undefined;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ baseUrl, token, fetch }: ClientOptions) {
    this.#base = baseUrl.replace(/\/+$/, '');
    this.#token = token;
    // Called as a method of anything but the window, a browser's own fetch refuses.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  url(path: string, query: Query = {}): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
    }
    const text = parameters.toString();
    return `${this.#base}${path}${text === '' ? '' : `?${text}`}`;
  }

  /** The answer, if it is one; problems are thrown. */
  async ask(path: string, ask: Ask = {}): Promise<Response> {
    const { method = 'GET', query, body, accept = 'application/json', headers, signal } = ask;
    const response = await this.#fetch(this.url(path, query), {
      method,
      headers: {
        accept,
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        // Pages of other origins cannot send it: with the cookie it shows that the request is the page's own.
        ...(method === 'GET' ? {} : { 'x-hansard': '1' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async json<T>(path: string, ask?: Ask): Promise<T> {
    const response = await this.ask(path, ask);
    try {
      return (await response.json()) as T;
    } catch (cause) {
      throw notAnswered(response.status, cause);
    }
  }

  async nothing(path: string, ask: Ask): Promise<void> {
    const response = await this.ask(path, ask);
    await response.body?.cancel();
  }
}

/** The server said that all is well, and then sent something that cannot be read. */
function notAnswered(status: number, cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'AbortError') return cause;
  return new ProblemError({
    type: 'about:blank',
    title: 'The answer cannot be read',
    status,
    code: 'bad-answer',
    detail: cause instanceof Error ? cause.message : String(cause),
  });
}

/** A part of a path; ids may hold anything. */
export const part = (text: string): string => encodeURIComponent(text);
