/**
 * People sign in by OpenID Connect: authorization code with PKCE. What is between leaving and coming back lies in a signed
 * cookie of the browser, so that any process of the hub can go on.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '@hansard/core';
import { isLoopback } from '@hansard/server/frame';
import type { Configuration } from 'openid-client';
import type { Role } from '../store/contract.ts';

export interface SignInOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** None for a public client. */
  readonly clientSecret?: string | undefined;
  /** The hub's own address, as people reach it. */
  readonly url: string;
  /** Of somebody who signs in and has no key yet; without one they are told to ask for an invite. */
  readonly role?: Role | undefined;
}

/** Between leaving and coming back. */
export interface Leaving {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The key that is to be named; none for somebody who logs in. */
  readonly link?: string | undefined;
}

export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
}

const LONGEST_NAME = 200;

export class SignIn {
  readonly options: SignInOptions;
  #configuration: Promise<Configuration> | undefined;

  constructor(options: SignInOptions) {
    this.options = options;
  }

  /** Where the browser is to go, and what it is to come back with. */
  async leave(link?: string): Promise<{ address: string; leaving: Leaving }> {
    const client = await import('openid-client');
    const configuration = await this.#discovered();
    const verifier = client.randomPKCECodeVerifier();
    const leaving = { state: client.randomState(), nonce: client.randomNonce(), verifier, link };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#back,
      scope: 'openid profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: leaving.state,
      nonce: leaving.nonce,
    });
    return { address: address.href, leaving };
  }

  /** Who came back; undefined when that cannot be trusted. */
  async back(query: string, { state, nonce, verifier }: Leaving): Promise<Person | undefined> {
    const client = await import('openid-client');
    const configuration = await this.#discovered();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#back}?${query}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return undefined;
      const told = named(claims) ?? named(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      return { issuer: claims.iss, subject: claims.sub, name: told };
    } catch {
      return undefined;
    }
  }

  get #back(): string {
    return `${this.options.url.replace(/\/+$/, '')}/sign-in/back`;
  }

  /** Asked when it is needed: a hub starts without them. */
  #discovered(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((cause) => {
      this.#configuration = undefined;
      throw new Failure('hub-busy', 'Whoever lets people sign in does not answer.', { cause });
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const issuer = new URL(this.options.issuer);
    const { clientId, clientSecret } = this.options;
    // Without TLS only on this very machine.
    const execute = issuer.protocol === 'http:' && isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : [];
    return client.discovery(issuer, clientId, clientSecret, undefined, { execute });
  }
}

function named(claims: Readonly<Record<string, unknown>>): string | null {
  const found = [claims['name'], claims['preferred_username']].find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? found.slice(0, LONGEST_NAME) : null;
}

/** A text that only this hub can have made. */
export function signed(value: object, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${macOf(text, secret).toString('base64url')}`;
}

export function unsigned<T>(given: string | undefined, secret: string): T | undefined {
  const [text = '', mac = ''] = (given ?? '').split('.');
  const [expected, found] = [macOf(text, secret), Buffer.from(mac, 'base64url')];
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as T;
}

const macOf = (text: string, secret: string): Buffer => createHmac('sha256', secret).update(text).digest();
