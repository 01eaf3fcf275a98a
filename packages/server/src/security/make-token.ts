/** Makes a token for somebody else. Its secret is told here and never again: the file holds its hash. */
import { randomBytes } from 'node:crypto';
import type { Scope } from '@hansard/core/api/scope.ts';
import { hashOf } from './access-tokens.ts';
import { cookieFor } from './token.ts';
import { type AccessToken, TokenFile } from './token-file.ts';

export interface TokenRequest {
  readonly scopes: readonly Scope[];
  readonly name?: string;
  readonly profile?: string;
  readonly expires?: string;
}

export interface MadeToken {
  readonly token: AccessToken;
  readonly secret: string;
}

/** So that people and programs that look for secrets know what it is. */
const PREFIX = 'hansard_';

export function makeToken(folder: string, { scopes, name, profile, expires }: TokenRequest, now: Date): MadeToken {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const token: AccessToken = {
    id: randomBytes(5).toString('hex'),
    name: name ?? null,
    scopes: [...new Set(scopes)],
    profile: profile ?? null,
    created: now.toISOString(),
    expires: expires ?? null,
    secret: hashOf(secret),
    cookie: hashOf(cookieFor(secret)),
  };
  new TokenFile(folder).add(token);
  return { token, secret };
}
