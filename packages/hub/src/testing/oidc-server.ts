/** An OpenID provider on loopback for tests, which the test command fetches, and a person who signs in there. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/hansard/oidc', import.meta.url));

export const hasOidc = existsSync(join(CACHE, 'installed.json'));

export const CLIENT = { id: 'hub', secret: 'a secret of tests' };

export class OidcServer {
  readonly issuer: string;
  readonly #server: Server;
  /** What people are called; may change. */
  readonly names = new Map<string, string>();

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  /** `host`: as browsers call it; by another name it is another site for them. */
  static async start(host = '127.0.0.1'): Promise<OidcServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OidcServer(server, `http://${host}:${(server.address() as AddressInfo).port}`);
  }

  /** Knows the hub once that has an address. */
  async serve(hub: string): Promise<void> {
    const path = createRequire(join(CACHE, 'package.json')).resolve('oidc-provider');
    const { default: Provider } = await import(pathToFileURL(path).href);
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${hub}/sign-in/back`] }],
      claims: { openid: ['sub'], profile: ['name'] },
      cookies: { keys: ['of tests'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, name: this.names.get(id) ?? null }),
      }),
    });
    this.#server.on('request', provider.callback());
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** A browser without a window: cookies by place, redirects as they come. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  async visit(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { origin } = new URL(address);
    const own = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, own);
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') own.delete(name);
      else own.set(name, value);
    }
    const next = response.headers.get('location');
    return next === null ? response : this.visit(new URL(next, address).href);
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }

  keep(origin: string, name: string, value: string): void {
    this.#cookies.set(origin, new Map([...(this.#cookies.get(origin) ?? []), [name, value]]));
  }

  /** Signs in as somebody, from the hub's address on; the hub's last answer. */
  async signIn(hub: string, who: string, query = ''): Promise<Response> {
    let response = await this.visit(`${hub}/sign-in${query}`);
    for (let step = 0; step < 3 && response.url.includes('/interaction/'); step++) {
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      response = await this.visit(response.url, { prompt, login: who, password: 'any' });
    }
    return response;
  }
}
