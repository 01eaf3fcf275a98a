/**
 * The tokens that the user made, as a running server knows them: one that was just made works, and one that was revoked
 * or has expired stops working, requests and streams under way included. The file is looked at whenever somebody comes
 * with a token that is not the user's own, and several times a second while such a request is under way.
 */
import { createHash } from 'node:crypto';
import type { Principal } from './principal.ts';
import { type AccessToken, TokenFile } from './token-file.ts';

/** How long a stream may outlive its token. */
const LOOK_MS = 250;

interface Known {
  readonly token: AccessToken;
  readonly principal: Principal;
  readonly listeners: Set<() => void>;
}

export class AccessTokens {
  readonly #file: TokenFile;
  readonly #now: () => number;
  readonly #byId = new Map<string, Known>();
  #byHash: ReadonlyMap<string, Known> = new Map();
  #state = '';
  #listening = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, now: () => number = Date.now) {
    this.#file = new TokenFile(folder);
    this.#now = now;
  }

  bySecret(secret: string): Principal | undefined {
    return this.#valid('secret', secret);
  }

  byCookie(cookie: string): Principal | undefined {
    return this.#valid('cookie', cookie);
  }

  #valid(kind: 'secret' | 'cookie', given: string): Principal | undefined {
    this.#settle();
    const known = this.#byHash.get(`${kind} ${hashOf(given)}`);
    return known && !isOver(known.token, this.#now()) ? known.principal : undefined;
  }

  /** Reads the file again if it has changed. */
  #settle(): void {
    const state = this.#file.state();
    if (state === this.#state) return;
    this.#state = state;
    const tokens = new Map(this.#file.read().map((token) => [token.id, token]));
    for (const [id, known] of this.#byId) if (!isSame(known.token, tokens.get(id))) this.#end(id, known);
    for (const token of tokens.values()) if (!this.#byId.has(token.id)) this.#byId.set(token.id, this.#known(token));
    this.#byHash = new Map(
      [...this.#byId.values()].flatMap((known) => [
        [`secret ${known.token.secret}`, known],
        [`cookie ${known.token.cookie}`, known],
      ]),
    );
  }

  #known(token: AccessToken): Known {
    const listeners = new Set<() => void>();
    const { id, profile } = token;
    const onEnd = (listener: () => void) => this.#listen(listeners, listener);
    return { token, listeners, principal: { id, profile, scopes: new Set(token.scopes), onEnd } };
  }

  #end(id: string, { listeners }: Known): void {
    this.#byId.delete(id);
    for (const listener of [...listeners]) listener();
  }

  #listen(listeners: Set<() => void>, listener: () => void): () => void {
    listeners.add(listener);
    if (this.#listening++ === 0) this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
    return () => {
      if (!listeners.delete(listener)) return;
      if (--this.#listening === 0) clearInterval(this.#timer);
    };
  }

  #look(): void {
    this.#settle();
    const now = this.#now();
    for (const { token, listeners } of this.#byId.values()) {
      if (listeners.size > 0 && isOver(token, now)) for (const listener of [...listeners]) listener();
    }
  }
}

/** Whoever changes the file by hand means it. */
const isSame = (before: AccessToken, now: AccessToken | undefined): boolean =>
  JSON.stringify(before) === JSON.stringify(now);

/** Tokens are random and long: a plain hash keeps them from whoever reads the file. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const isOver = ({ expires }: Pick<AccessToken, 'expires'>, now: number): boolean =>
  expires !== null && Date.parse(expires) <= now;
