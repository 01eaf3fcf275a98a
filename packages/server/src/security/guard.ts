/**
 * Who may ask: checked before anything else is done with a request. A token in the header is for programs, a cookie for
 * browsers that followed the link; what changes something by cookie also needs a header that other sites cannot send.
 */
import type { Route } from '@hansard/core/api/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../problems.ts';
import { Buckets } from './buckets.ts';
import { hostCheck, isLoopback } from './hosts.ts';
import type { Token } from './token.ts';

export interface GuardOptions {
  readonly token: Token;
  /** The address that the server listens on. */
  readonly host: string;
  /** Another site that may use the API, by its token. */
  readonly cors?: string;
}

type Headers = Pick<FastifyRequest, 'headers'>;

export const COOKIE = 'hansard';
/** Wrong tokens of one address; the right one always gets through. */
const GUESSES = { most: 20, perSecond: 1 };
/** Requests of one address that is not this machine: no reader comes near it. */
const REQUESTS = { most: 600, perSecond: 100 };

export class Guard {
  readonly token: Token;
  readonly #isKnownHost: (header: string | undefined) => boolean;
  readonly #cors: string | undefined;
  readonly #guesses = new Buckets(GUESSES);
  readonly #requests = new Buckets(REQUESTS);

  constructor({ token, host, cors }: GuardOptions) {
    this.token = token;
    this.#isKnownHost = hostCheck(host);
    this.#cors = cors;
  }

  /** For every request, whether there is a route for it or not. */
  async receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!this.#isKnownHost(request.headers.host)) {
      throw new Refusal('wrong-host', `This server is not "${String(request.headers.host ?? '').slice(0, 100)}".`);
    }
    const address = addressOf(request);
    // The connection broke before the request was looked at: nobody waits for an answer.
    if (address === undefined) throw new Refusal('bad-request', 'The connection is gone.');
    if (!isLoopback(address)) this.#count(this.#requests, address, 'There were too many requests.');
    return this.#allowOrigin(request, reply);
  }

  /** Whether a request that only reads passes all of this without more ado: from this machine, by no other site. */
  admitsPlain({ headers, socket }: FastifyRequest['raw']): boolean {
    const { remoteAddress = '' } = socket;
    if (headers.origin !== undefined || !isLoopback(remoteAddress) || !this.#isKnownHost(headers.host)) return false;
    return this.#hasSecret({ headers });
  }

  /** For requests of a route that needs a token. */
  authorize(request: FastifyRequest, route: Pick<Route, 'method'>): void {
    const bearer = bearerOf(request);
    if (bearer !== undefined && this.token.fits(bearer)) return;
    const cookie = cookieOf(request);
    if (cookie === undefined || !this.token.fitsCookie(cookie)) throw this.#unknown(request, bearer ?? cookie);
    if (route.method !== 'GET' && (request.headers['x-hansard'] !== '1' || !isSameOrigin(request))) {
      throw new Refusal('not-from-here', 'By cookie, changes need the header x-hansard.');
    }
  }

  #hasSecret(request: Headers): boolean {
    const bearer = bearerOf(request);
    if (bearer !== undefined && this.token.fits(bearer)) return true;
    const cookie = cookieOf(request);
    return cookie !== undefined && this.token.fitsCookie(cookie);
  }

  /** Whether a login has the right token. */
  admits(request: FastifyRequest, token: string): boolean {
    if (this.token.fits(token)) return true;
    this.#count(this.#guesses, addressOf(request) ?? '', 'There were too many wrong tokens.');
    return false;
  }

  #unknown(request: FastifyRequest, given: string | undefined): Refusal {
    if (given !== undefined) this.#count(this.#guesses, addressOf(request) ?? '', 'There were too many wrong tokens.');
    const detail = given === undefined ? 'This address needs a token.' : 'The token is not the server’s.';
    return new Refusal('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer realm="hansard"' } });
  }

  #count(buckets: Buckets, key: string, detail: string): void {
    const wait = buckets.take(key);
    if (wait > 0) throw new Refusal('too-many-requests', detail, { headers: { 'retry-after': String(wait) } });
  }

  /** Cookies are not sent along from other sites: whoever is let in here has the token. */
  async #allowOrigin(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { origin } = request.headers;
    if (this.#cors === undefined || origin !== this.#cors) return undefined;
    reply.headers({
      'access-control-allow-origin': this.#cors,
      'access-control-expose-headers': 'etag, content-disposition, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'origin',
    });
    if (request.method !== 'OPTIONS') return undefined;
    reply.headers({
      'access-control-allow-methods': 'GET, PUT, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, last-event-id, if-none-match',
      'access-control-max-age': '600',
    });
    return reply.code(204).send();
  }
}

/** Undefined once the connection is gone, whatever its type says. */
const addressOf = ({ ip }: { readonly ip: string | undefined }): string | undefined => ip;

function bearerOf({ headers }: Headers): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function cookieOf({ headers }: Headers): string | undefined {
  for (const one of (headers.cookie ?? '').split(';')) {
    const [name, value] = one.trim().split('=');
    if (name === COOKIE) return value;
  }
  return undefined;
}

/** Browsers name the site that a change comes from. */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  return origin === undefined || origin.replace(/^https?:\/\//, '') === host;
}
