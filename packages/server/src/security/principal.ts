/** Who asks: what they may do, and what of the content they may see. */
import { type Method, SCOPE_NAMES, type Scope } from '@hansard/core/api/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Principal {
  /** Id of the token; `local` for the user of this machine. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Privacy profile that whatever they get goes through, wherever they ask from; null: as the server has it. */
  readonly profile: string | null;
  /** Tells when they are no longer let in. Returns what ends it. Without it they always are. */
  onEnd?(listener: () => void): () => void;
}

/** What lets requests in. A store of many people has its own, which asks a database who somebody is. */
export interface Door {
  /** For every request, whether there is a route for it or not. */
  receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /** Who asks, if the request only reads and may be answered from what is ready; undefined leaves it to the framework. */
  admitsPlain(request: FastifyRequest['raw']): Principal | undefined;
  /** For requests of a route that needs a token. */
  authorize(request: FastifyRequest, needed: Needed): Principal | Promise<Principal>;
  /** What the cookie is called that says who asks; one name for all where there is no such method. */
  cookieName?(request: FastifyRequest): string;
  /** The cookie of a browser that logs in with a token; undefined when it is not the right one. */
  cookieFor(request: FastifyRequest, token: string): string | undefined | Promise<string | undefined>;
}

/** What a route asks of whoever calls it. */
export interface Needed {
  readonly method: Method;
  readonly scope: Scope;
}

/** The user of this machine, who has the server's own token. */
export const LOCAL_USER: Principal = { id: 'local', scopes: new Set(SCOPE_NAMES), profile: null };
