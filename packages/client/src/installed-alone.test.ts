/** The client has its types when nothing else is installed: what is right compiles, and what is wrong does not. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as api from '@hansard/core/api/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeClientTypes } from '../../../scripts/lib/client-types.mjs';

const client = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

let folder: string;
let dist: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-client-'));
  dist = join(folder, 'node_modules', '@hansard', 'client', 'dist');
  mkdirSync(dist, { recursive: true });
  // As the build does, but from the sources of the library.
  const emit = ['--outDir', dist, '--customConditions', 'hansard-source', '--rootDir', join(client, 'src')];
  run(['-p', join(client, 'tsconfig.build.json'), ...emit]);
  writeClientTypes(dist, api);
  cpSync(join(client, 'package.json'), join(dist, '..', 'package.json'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: readonly string[], cwd = folder): string {
  try {
    return execFileSync(process.execPath, [tsc, ...args], { cwd, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** What the compiler says of a program, by line. */
function compiled(lines: readonly string[]): string[] {
  const text = ["import { createClient, type SearchHit, type UniversalEvent } from '@hansard/client';", ...lines];
  writeFileSync(join(folder, 'program.ts'), `${text.join('\n')}\n`);
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', types: [], lib: LIB };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const said = run(['-p', '.']).split('\n');
  return said.flatMap((line) => /^(\S+)\((\d+),\d+\): error (TS\d+)/.exec(line)?.slice(1, 4).join(' ') ?? []);
}

const LIB = ['es2023', 'dom', 'dom.asynciterable'];
const CLIENT = "const client = createClient({ baseUrl: 'http://localhost', token: 't' });";

it('compiles a program that uses it well', () => {
  expect(
    compiled([
      CLIENT,
      'const { sessions } = await client.sessions({ limit: 3 });',
      'const titles: (string | null | undefined)[] = sessions.map((session) => session.title);',
      "const found = await client.search({ q: 'why' });",
      'const hits: readonly SearchHit[] = found.sessions.flatMap((session) => session.hits);',
      "for await (const event of client.streamEvents('id')) { const one: UniversalEvent = event; one.sequence.toFixed(); }",
      "await client.addNote('id', { text: 'look here' });",
      'export { titles, hits };',
    ]),
  ).toEqual([]);
}, 120_000);

it('refuses what is wrong', () => {
  expect(
    compiled([
      CLIENT,
      "await client.sessions({ limit: 'three' });",
      'await client.sessions({ limits: 3 });',
      'await client.search({ q: 1 });',
      '(await client.status()).nothing;',
      "await client.addNote('id', {});",
      'await client.session(1);',
      'export {};',
    ]),
  ).toEqual([
    'program.ts 3 TS2322',
    'program.ts 4 TS2561',
    'program.ts 5 TS2322',
    'program.ts 6 TS2339',
    'program.ts 7 TS2345',
    'program.ts 8 TS2345',
  ]);
}, 120_000);

it('needs nothing that is not in it', () => {
  const files = run(['-p', '.', '--listFilesOnly']).split('\n');
  const foreign = files.filter((line) => line !== '' && !/\/typescript\/lib\/|\/program\.ts$/.test(line));
  expect(foreign.filter((line) => !line.includes('/@hansard/client/dist/'))).toEqual([]);
  expect(foreign.length).toBeGreaterThan(3);
}, 120_000);
