/** Tokens as they are listed: nothing in it helps anybody to get in. */
import { neutraliseLine } from '@hansard/core';
import { type AccessToken, isOver } from '@hansard/server/tokens';
import { table } from '../terminal/table.ts';

export interface TokenData {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly profile: string | null;
  readonly created: string;
  readonly expires: string | null;
  readonly expired: boolean;
}

export function tokenData(token: AccessToken, now: number): TokenData {
  const { id, name, scopes, profile, created, expires } = token;
  return { id, name, scopes, profile, created, expires, expired: isOver(token, now) };
}

export function tokensText(tokens: readonly TokenData[], minute: (time: string) => string): string {
  if (tokens.length === 0)
    return 'There are no tokens but your own. Make one with `hansard token create --scope read`.\n';
  const rows = tokens.map((token) => [
    token.id,
    token.scopes.join(' '),
    token.profile ?? '-',
    minute(token.created),
    untilText(token, minute),
    neutraliseLine(token.name ?? ''),
  ]);
  return `${table([['ID', 'SCOPES', 'PROFILE', 'CREATED', 'EXPIRES', 'NAME'], ...rows])}\n`;
}

function untilText({ expires, expired }: TokenData, minute: (time: string) => string): string {
  if (expires === null) return 'never';
  return expired ? 'expired' : minute(expires);
}
