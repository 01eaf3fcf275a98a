/** What `deploy/` starts: by flags and variables that the command knows, without a secret, and not with a placeholder for one. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hubPlace } from './hub-place.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.gitignore')
  .map((entry) => join(entry.parentPath, entry.name));
const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n');
const known = readFileSync(join(root, 'packages/cli/src/commands/list/hub.ts'), 'utf8');

describe('the files for containers', () => {
  it('use flags that the hub has', () => {
    const commands = texts
      .split('\n')
      .filter((line) => /^\s*- --|^CMD/.test(line) && !/--username|--dbname/.test(line));
    const flags = [...new Set(commands.join('\n').matchAll(/--([a-z-]+)/g))].map(([, flag]) => flag as string);
    expect(flags.length).toBeGreaterThan(4);
    expect(flags.filter((flag) => !known.includes(`name: '${flag}'`))).toEqual([]);
  });

  it('use variables that are documented', () => {
    const documented = readFileSync(join(root, 'docs/hub.md'), 'utf8');
    const names = [...new Set([...texts.matchAll(/\b(?:HANSARD_HUB|AWS)_[A-Z0-9_]+/g)].map(([name]) => name))];
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('hold no secret: passwords come from files and secrets that others make', () => {
    expect(texts).not.toMatch(/PASSWORD: \S/);
    expect(texts).not.toMatch(/:\/\/[^/\s:@]+:[^@\s]+@/);
  });
});

describe('a password from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const placeWith = (password: string | undefined, url = 'postgres://hansard@postgres/hansard') => {
    const file = join(folder, 'password');
    if (password !== undefined) writeFileSync(file, password);
    const env = {
      HANSARD_HUB_DATABASE: url,
      HANSARD_HUB_DATABASE_PASSWORD_FILE: password === undefined ? join(folder, 'none') : file,
    };
    return hubPlace({ env } as unknown as Context, NO_ARGUMENTS, true);
  };

  it('becomes that of the database, whatever signs it has', () => {
    const { database } = placeWith('a/b:c@d+e\n') as { database: string };
    expect(decodeURIComponent(new URL(database).password)).toBe('a/b:c@d+e');
    expect(new URL(database).host).toBe('postgres');
  });

  it.each(['change-me', 'CHANGEME', '<password>', '$PASSWORD', 'secret', 'example', 'xxxx'])(
    'is refused when it is the placeholder %s',
    (password) => expect(() => placeWith(password)).toThrow('placeholder'),
  );

  it('is refused when it is not there, empty, or given twice', () => {
    expect(() => placeWith(undefined)).toThrow('cannot be read');
    expect(() => placeWith('\n')).toThrow('is empty');
    expect(() => placeWith('a', 'postgres://hansard:b@postgres/hansard')).toThrow('as well');
  });
});

const NO_ARGUMENTS = { text: () => undefined, texts: () => [], flag: () => false } as unknown as Arguments;
