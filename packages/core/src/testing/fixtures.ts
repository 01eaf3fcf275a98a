/**
 * Golden cases on disk: `adapters/<agent>/fixtures/<case>/input/…` holds the agent's own files as they lie in a
 * home folder, `transcripts.json` beside it what they become. Files named `*.sql` stand for the database they
 * create (`opencode.db.sql` is opened as `opencode.db`), so that reviewers can read them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVIDENCE, type Evidence } from '../adapters/contract.ts';
import { adapters } from '../adapters/index.ts';
import { MemoryHost, type MemoryHostOptions } from './memory-host.ts';
import { databaseFromSql, sqlAsDatabase } from './sql-database.ts';

export interface GoldenCase {
  readonly agent: string;
  readonly name: string;
  readonly folder: string;
}

export const HOME = '/home/dev';

const adaptersFolder = fileURLToPath(new URL('../adapters', import.meta.url));

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export function goldenCases(): GoldenCase[] {
  return adapters.flatMap(({ id }) => {
    const fixtures = join(adaptersFolder, id, 'fixtures');
    if (!existsSync(fixtures)) return [];
    return readdirSync(fixtures, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ agent: id, name, folder: join(fixtures, name) }));
  });
}

/** What the case was made from, where it is not what the adapter was made from: the file `evidence` beside it says. */
export function evidenceOf({ folder }: GoldenCase): Evidence | undefined {
  const file = join(folder, 'evidence');
  if (!existsSync(file)) return undefined;
  const word = readFileSync(file, 'utf8').trim();
  const evidence = EVIDENCE.find((known) => known === word);
  if (!evidence) throw new Error(`${file}: one of ${EVIDENCE.join(', ')}`);
  return evidence;
}

/** A host with the case's files under the home folder. */
export function hostOf(golden: GoldenCase, options: Partial<MemoryHostOptions> = {}): MemoryHost {
  return new MemoryHost(inputFiles(golden), {
    home: HOME,
    digest: sha256,
    database: (path, bytes) => databaseFromSql(path, bytes),
    ...options,
  });
}

export function inputFiles(golden: GoldenCase): Record<string, Uint8Array> {
  const input = join(golden.folder, 'input');
  const files: Record<string, Uint8Array> = {};
  for (const path of filesBelow(input)) {
    const name = `${HOME}/${relative(input, path)}`;
    if (name.endsWith('.sql')) files[name.slice(0, -'.sql'.length)] = sqlAsDatabase(readFileSync(path));
    else files[name] = readFileSync(path);
  }
  return files;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
