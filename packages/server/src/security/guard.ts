/**
 * Who may ask: checked before anything else is done with a request. A token in the header is for programs, a cookie for
 * browsers that followed the link; what changes something by cookie also needs a header that other sites cannot send.
 */
import type { Method, Scope } from '@hansard/core/api/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../problems.ts';
import type { AccessTokens } from './access-tokens.ts';
import { Buckets } from './buckets.ts';
import { hostCheck, isLoopback } from './hosts.ts';
import { type Door, LOCAL_USER, type Needed, type Principal } from './principal.ts';
import { cookieFor, type Token } from './token.ts';

export interface GuardOptions {
  /** Of the user of this machine. */
  readonly token: Token;
  /** Those that the user made for others. */
  readonly others?: AccessTokens;
  /** The address that the server listens on. */
  readonly host: string;
  /** Another site that may use the API, by its token. */
  readonly cors?: string;
}

type Headers = Pick<FastifyRequest, 'headers'>;
/** A request, and the port that it came in by. */
interface Arrived extends Headers {
  readonly socket?: { readonly localPort?: number };
}

export const COOKIE = 'hansard';

/** A connection that is gone has none. */
const portOf = ({ socket }: Arrived): number | undefined => socket?.localPort;

/** Wrong tokens of one address; the right one always gets through. */
const GUESSES = { most: 20, perSecond: 1 };
/** Requests of one address that is not this machine: no reader comes near it. */
const REQUESTS = { most: 600, perSecond: 100 };

export class Guard implements Door {
  readonly token: Token;
  readonly #others: AccessTokens | undefined;
  readonly #isKnownHost: (header: string | undefined) => boolean;
  readonly #cors: string | undefined;
  readonly #guesses = new Buckets(GUESSES);
  readonly #requests = new Buckets(REQUESTS);

  constructor({ token, others, host, cors }: GuardOptions) {
    this.token = token;
    this.#others = others;
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

  /** Who asks, if the request only reads and passes all of this without more ado: from this machine, by no other site. */
  admitsPlain({ headers, socket }: FastifyRequest['raw']): Principal | undefined {
    const { remoteAddress = '' } = socket;
    if (headers.origin !== undefined || !isLoopback(remoteAddress) || !this.#isKnownHost(headers.host))
      return undefined;
    return this.#byToken({ headers }) ?? this.#byCookie({ headers, socket });
  }

  /** For requests of a route that needs a token. */
  authorize(request: FastifyRequest, { method, scope }: Needed): Principal {
    const principal = this.#byToken(request) ?? this.#browser(request, method);
    if (!principal.scopes.has(scope)) throw withoutScope(principal, scope);
    return principal;
  }

  /** Other sites can make a browser send its cookie. */
  #browser(request: FastifyRequest, method: Method): Principal {
    const principal = this.#byCookie(request);
    if (!principal) throw this.#unknown(request);
    if (method === 'GET' || isFromPage(request)) return principal;
    throw new Refusal('not-from-here', 'By cookie, changes need the header x-hansard.');
  }

  #byToken(request: Headers): Principal | undefined {
    const bearer = bearerOf(request);
    if (bearer === undefined) return undefined;
    return this.token.fits(bearer) ? LOCAL_USER : this.#others?.bySecret(bearer);
  }

  #byCookie(request: Arrived): Principal | undefined {
    const cookie = cookieOf(request, this.cookieName(request));
    if (cookie === undefined) return undefined;
    return this.token.fitsCookie(cookie, portOf(request)) ? LOCAL_USER : this.#others?.byCookie(cookie);
  }

  /** Browsers send a cookie to every port of a host: those of other servers must neither be overwritten nor taken for ours. */
  cookieName(request: Arrived): string {
    const port = portOf(request);
    return port === undefined ? COOKIE : `${COOKIE}-${port}`;
  }

  /** The cookie of a browser that logs in with a token; undefined when it is not the right one. */
  cookieFor(request: FastifyRequest, token: string): string | undefined {
    if (this.token.fits(token)) return this.token.cookieAt(portOf(request));
    if (this.#others?.bySecret(token)) return cookieFor(token);
    this.#count(this.#guesses, addressOf(request) ?? '', 'There were too many wrong tokens.');
    return undefined;
  }

  #unknown(request: FastifyRequest): Refusal {
    const given = bearerOf(request) ?? cookieOf(request, this.cookieName(request));
    if (given !== undefined) this.#count(this.#guesses, addressOf(request) ?? '', 'There were too many wrong tokens.');
    const detail = given === undefined ? 'This address needs a token.' : 'The token is not the server’s.';
    return new Refusal('unauthorized', detail, { headers: { 'www-authenticate': REALM } });
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

export const REALM = 'Bearer realm="hansard"';

export function withoutScope({ scopes }: Principal, needed: Scope): Refusal {
  const detail = `This needs the scope ${needed}; the token has ${[...scopes].join(', ')}.`;
  const headers = { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${needed}"` };
  return new Refusal('missing-scope', detail, { headers });
}

/** Undefined once the connection is gone, whatever its type says. */
const addressOf = ({ ip }: { readonly ip: string | undefined }): string | undefined => ip;

export function bearerOf({ headers }: Headers): string | undefined {
  // `Token` is how clients of the original daemon of the universal stream say it, too.
  return /^(?:Bearer|Token) +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

export function cookieOf({ headers }: Headers, wanted = COOKIE): string | undefined {
  for (const one of (headers.cookie ?? '').split(';')) {
    const [name, value] = one.trim().split('=');
    if (name === wanted) return value;
  }
  return undefined;
}

export const isFromPage = (request: FastifyRequest): boolean =>
  request.headers['x-hansard'] === '1' && isSameOrigin(request);

/** Browsers name the site that a change comes from. */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  return origin === undefined || origin.replace(/^https?:\/\//, '') === host;
}
