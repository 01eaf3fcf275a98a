/**
 * Tokens that the user made for others, beside the archive and for its owner only. The file is a log: each line makes a
 * token or revokes one, so that two commands at a time lose nothing, and what was allowed once can be looked up. Of the
 * secrets it holds hashes alone.
 */
import { appendFileSync, chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';
import { isScope, type Scope } from '@hansard/core/api/scope.ts';

export interface AccessToken {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** Privacy profile that whoever has it is held to. */
  readonly profile: string | null;
  readonly created: string;
  readonly expires: string | null;
  /** Hash of what is sent as a bearer token. */
  readonly secret: string;
  /** Hash of the cookie of a browser that logged in with it. */
  readonly cookie: string;
}

const FILE = 'server-tokens';

export class TokenFile {
  readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, FILE);
  }

  /** Differs from before when the file does. */
  state(): string {
    try {
      const { ino, size, mtimeMs } = statSync(this.path);
      return `${ino} ${size} ${mtimeMs}`;
    } catch {
      return 'none';
    }
  }

  /** Those that are not revoked, in the order in which they were made. Lines that cannot be read let nobody in. */
  read(): AccessToken[] {
    const tokens = new Map<string, AccessToken>();
    for (const line of this.#lines()) {
      const entry = entryOf(line);
      if (entry && 'revoked' in entry) tokens.delete(entry.revoked);
      else if (entry && !tokens.has(entry.id)) tokens.set(entry.id, entry);
    }
    return [...tokens.values()];
  }

  add(token: AccessToken): void {
    this.#append(token);
  }

  revoke(id: string, at: string): void {
    this.#append({ revoked: id, at });
  }

  #append(entry: object): void {
    try {
      // Begins with a line's end: what an interrupted write has left does not spoil it.
      appendFileSync(this.path, `\n${JSON.stringify(entry)}\n`, { mode: 0o600 });
      if (process.platform !== 'win32') chmodSync(this.path, 0o600);
    } catch (cause) {
      throw new Failure('archive-unusable', `${this.path} cannot be written: ${(cause as Error).message}`, { cause });
    }
  }

  #lines(): string[] {
    try {
      return readFileSync(this.path, 'utf8').split('\n');
    } catch {
      return [];
    }
  }
}

function entryOf(line: string): AccessToken | { readonly revoked: string } | undefined {
  try {
    const entry = JSON.parse(line) as Record<string, unknown> | null;
    if (typeof entry?.['revoked'] === 'string') return { revoked: entry['revoked'] };
    return isToken(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** A field of another type may mean something that this version does not know: such a token does not count. */
function isToken(entry: Record<string, unknown> | null): entry is Record<string, unknown> & AccessToken {
  const isText = (name: string) => typeof entry?.[name] === 'string';
  const isTextOrNull = (name: string) => entry?.[name] === null || isText(name);
  const { scopes, expires } = entry ?? {};
  return (
    ['id', 'created', 'secret', 'cookie'].every(isText) &&
    ['name', 'profile', 'expires'].every(isTextOrNull) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string' && isScope(scope)) &&
    (expires === null || !Number.isNaN(Date.parse(expires as string)))
  );
}
