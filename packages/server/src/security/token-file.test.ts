/** The file of tokens: for its owner only, without the secrets, and safe against what may happen to a file. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessTokens } from './access-tokens.ts';
import { makeToken } from './make-token.ts';
import { cookieFor } from './token.ts';
import { TokenFile } from './token-file.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
let folder: string;
let file: TokenFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-tokens-'));
  file = new TokenFile(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const made = (expires?: string) => makeToken(folder, { scopes: ['read'], expires }, NOW);
const idsIn = (one: TokenFile) => one.read().map(({ id }) => id);

describe('the file', () => {
  it('holds nothing that lets anybody in, and only its owner can read it', () => {
    const { secret } = made();
    const text = readFileSync(file.path, 'utf8');
    expect([text.includes(secret), text.includes(secret.slice(8, 20)), text.includes(cookieFor(secret))]).toEqual([
      false,
      false,
      false,
    ]);
    const tokens = new AccessTokens(folder, () => NOW.getTime());
    const { secret: hash, cookie } = file.read()[0] as { secret: string; cookie: string };
    expect([tokens.bySecret(hash), tokens.byCookie(cookie), tokens.byCookie(hash)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('is closed to others again when it is written', () => {
    writeFileSync(file.path, '', { mode: 0o644 });
    made();
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('is read as far as it can be, and a line that was cut off spoils no other', () => {
    const [one, two] = [made(), made()];
    truncateSync(file.path, statSync(file.path).size - 20);
    const three = made();
    expect(idsIn(file)).toEqual([one.token.id, three.token.id]);
    expect(new AccessTokens(folder).bySecret(two.secret)).toBeUndefined();
    file.revoke(one.token.id, NOW.toISOString());
    expect(idsIn(file)).toEqual([three.token.id]);
  });

  it('lets nobody in by a line that this version does not understand', () => {
    const { token, secret } = made();
    const lines = [
      { ...token, scopes: ['read', 'fly'] },
      { ...token, scopes: 'read' },
      { ...token, profile: { of: 'later' } },
      { ...token, expires: 'soon' },
      { ...token, secret: null },
      null,
      [],
      'text',
    ];
    for (const line of lines) {
      writeFileSync(file.path, `${JSON.stringify(line)}\n`);
      expect([line, new AccessTokens(folder).bySecret(secret)]).toEqual([line, undefined]);
    }
  });

  it('does not give a token back that was revoked, whatever is written behind it', () => {
    const { token, secret } = made();
    file.revoke(token.id, NOW.toISOString());
    const tokens = new AccessTokens(folder);
    expect(tokens.bySecret(secret)).toBeUndefined();
    appendFileSync(file.path, '{"revoked":"another"}\n');
    expect(tokens.bySecret(secret)).toBeUndefined();
  });
});

describe('tokens of a running server', () => {
  it('are known as soon as they are made, and until they are revoked', () => {
    const tokens = new AccessTokens(folder, () => NOW.getTime());
    const [one, two] = [made(), made()];
    expect(tokens.bySecret(one.secret)).toMatchObject({ id: one.token.id, profile: null, scopes: new Set(['read']) });
    expect(tokens.byCookie(cookieFor(two.secret))?.id).toBe(two.token.id);
    file.revoke(one.token.id, NOW.toISOString());
    expect([tokens.bySecret(one.secret), tokens.bySecret(two.secret)?.id]).toEqual([undefined, two.token.id]);
    rmSync(file.path);
    expect(tokens.bySecret(two.secret)).toBeUndefined();
  });

  it('are what the file says now, also when it was changed by hand', () => {
    const tokens = new AccessTokens(folder, () => NOW.getTime());
    const { secret, token } = makeToken(folder, { scopes: ['read', 'annotate'] }, NOW);
    const told: string[] = [];
    tokens.bySecret(secret)?.onEnd?.(() => told.push('ended'));
    writeFileSync(file.path, `${JSON.stringify({ ...token, scopes: ['read'], profile: 'strict' })}\n`);
    expect(tokens.bySecret(secret)).toMatchObject({ scopes: new Set(['read']), profile: 'strict' });
    expect(told).toEqual(['ended']);
  });

  it('work until they expire', () => {
    let now = NOW.getTime();
    const tokens = new AccessTokens(folder, () => now);
    const { secret } = made('2026-05-01T13:00:00.000Z');
    now = Date.parse('2026-05-01T12:59:59.999Z');
    expect(tokens.bySecret(secret)).toBeDefined();
    now += 1;
    expect(tokens.bySecret(secret)).toBeUndefined();
  });

  it('tell whoever listens once, and nobody who has left', () => {
    const tokens = new AccessTokens(folder, () => NOW.getTime());
    const { secret, token } = made();
    const told: string[] = [];
    const principal = tokens.bySecret(secret);
    principal?.onEnd?.(() => told.push('stays'));
    const leave = principal?.onEnd?.(() => told.push('left'));
    leave?.();
    leave?.();
    file.revoke(token.id, NOW.toISOString());
    tokens.bySecret(secret);
    tokens.bySecret(secret);
    expect(told).toEqual(['stays']);
  });
});
