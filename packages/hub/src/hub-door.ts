/** Lets requests into a hub: by its keys, from programs and from browsers that logged in with one. */

import {
  Buckets,
  bearerOf,
  cookieFor,
  cookieOf,
  type Door,
  isFromPage,
  type Needed,
  type Principal,
  REALM,
  Refusal,
  withoutScope,
} from '@hansard/server/frame';
import { sha256 } from './digest.ts';
import { keyOf, works } from './keys/make-key.ts';
import { SCOPES_OF } from './keys/sight.ts';
import type { HubStore, Key } from './store/contract.ts';

type Request = Parameters<Door['receive']>[0];

/** A principal of a hub has a key. */
export interface HubPrincipal extends Principal {
  readonly key: Key;
}

/** Wrong keys of one address. */
const GUESSES = { most: 20, perSecond: 1 };
/** Requests of one key: far beyond what a client sends. */
const REQUESTS = { most: 1000, perSecond: 200 };

export interface DoorOptions {
  readonly store: HubStore;
  readonly now: () => number;
  /** Names by which requests may call this hub; any without them. */
  readonly hosts?: readonly string[] | undefined;
}

export class HubDoor implements Door {
  readonly #options: DoorOptions;
  readonly #guesses = new Buckets(GUESSES);
  readonly #requests = new Buckets(REQUESTS);

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  async receive(request: Request): Promise<unknown> {
    const { hosts } = this.#options;
    const name = (request.headers.host ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
    if (hosts === undefined || hosts.includes(name)) return undefined;
    throw new Refusal('wrong-host', `This hub is not "${name.slice(0, 100)}".`);
  }

  /** Who asks is looked up each time: a key that was revoked no longer works. */
  admitsPlain(): undefined {
    return undefined;
  }

  async authorize(request: Request, { method, scope }: Needed): Promise<HubPrincipal> {
    const key = await this.#keyOf(request, method);
    const principal: HubPrincipal = { id: key.keyId, scopes: new Set(SCOPES_OF[key.role]), profile: null, key };
    if (!principal.scopes.has(scope)) throw withoutScope(principal, scope);
    this.#count(this.#requests, key.keyId, 'There were too many requests.');
    await this.#options.store.keys.used(key.no, this.#options.now());
    return principal;
  }

  async cookieFor(request: Request, token: string): Promise<string | undefined> {
    if (await keyOf(this.#options.store, token, this.#options.now())) return cookieFor(token);
    this.#count(this.#guesses, request.ip, 'There were too many wrong keys.');
    return undefined;
  }

  async #keyOf(request: Request, method: Needed['method']): Promise<Key> {
    const { store, now } = this.#options;
    const bearer = bearerOf(request);
    const cookie = bearer === undefined ? cookieOf(request) : undefined;
    const key = bearer === undefined ? await this.#byCookie(cookie) : await keyOf(store, bearer, now());
    if (!key) {
      if (bearer ?? cookie) this.#count(this.#guesses, request.ip, 'There were too many wrong keys.');
      const detail =
        bearer === undefined ? 'This address needs a key.' : 'The key is not one of this hub, or no longer.';
      throw new Refusal('unauthorized', detail, { headers: { 'www-authenticate': REALM } });
    }
    if (bearer !== undefined || method === 'GET' || isFromPage(request)) return key;
    throw new Refusal('not-from-here', 'By cookie, changes need the header x-hansard.');
  }

  async #byCookie(cookie: string | undefined): Promise<Key | undefined> {
    if (cookie === undefined) return undefined;
    const { store, now } = this.#options;
    const hash = sha256(cookie);
    const key = (await store.keys.byCookie(hash)) ?? (await store.people.byBrowser(hash, now()));
    return key && works(key, now()) ? key : undefined;
  }

  #count(buckets: Buckets, key: string, detail: string): void {
    const wait = buckets.take(key);
    if (wait > 0) throw new Refusal('too-many-requests', detail, { headers: { 'retry-after': String(wait) } });
  }
}
