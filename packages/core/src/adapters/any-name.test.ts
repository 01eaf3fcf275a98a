/**
 * A file is known by its content: given alone, under a name that says nothing, each input of every golden case is its agent's.
 * Where its neighbours are there, it is read with them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectFile } from '../reading/read-input.ts';
import { readSession } from '../reading/read-session.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../testing/fixtures.ts';
import { MemoryHost } from '../testing/memory-host.ts';
import { databaseFromSql } from '../testing/sql-database.ts';
import type { Transcript } from '../transcript.ts';
import { adapters } from './index.ts';

const ALONE = '/somewhere/given';

interface Input {
  readonly name: string;
  readonly agent: string;
  readonly dialect: string;
  readonly bytes: Uint8Array;
}

const inputs = goldenCases().flatMap((golden): Input[] => {
  const { files } = hostOf(golden);
  const transcripts = JSON.parse(readFileSync(join(golden.folder, 'transcripts.json'), 'utf8')) as Transcript[];
  const read = new Map(transcripts.flatMap(({ session }) => session.inputs ?? []).map((input) => [input.path, input]));
  return [...read].map(([path = '', { dialect }]) => ({
    name: `${golden.agent}: ${golden.name} ${path.slice(HOME.length + 1)}`,
    agent: golden.agent,
    dialect: dialect as string,
    bytes: files.get(path) as Uint8Array,
  }));
});

/** An agent that writes what another does is known by its folder alone: its dialect is then found with the other. */
const bySameShape = new Set(adapters.filter(({ roots }) => roots).map(({ id }) => id));

describe.each(inputs)('$name', ({ agent, dialect, bytes }) => {
  const host = new MemoryHost({ [ALONE]: bytes }, { home: HOME, digest: sha256, database: databaseFromSql });

  it('is known under any name', async () => {
    const detected = await detectFile(adapters, host, ALONE);
    expect(detected?.dialect.id).toBe(dialect);
    if (!bySameShape.has(agent)) expect(detected?.adapter.id).toBe(agent);
    const { reads, unrecognised } = await readSession(adapters, host, ALONE);
    expect(unrecognised).toEqual([]);
    expect(reads.flatMap(({ events }) => events).length).toBeGreaterThan(0);
  });
});

const isLive = (agent: string, dialect: string | undefined) =>
  adapters.find(({ id }) => id === agent)?.dialects.find(({ id }) => id === dialect)?.live === true;

const sessions = goldenCases().flatMap((golden) => {
  const transcripts = JSON.parse(readFileSync(join(golden.folder, 'transcripts.json'), 'utf8')) as Transcript[];
  return transcripts.flatMap(({ session }, n) => {
    const kept = (session.inputs ?? []).filter(({ dialect }) => !isLive(golden.agent, dialect));
    const paths = kept.map(({ path }) => path as string);
    return paths.length > 1 ? [{ name: `${golden.agent}: ${golden.name} ${n}`, golden, paths }] : [];
  });
});

describe.each(sessions)('$name', ({ golden, paths }) => {
  it.each(paths)('is found whole from %s', async (path) => {
    const { reads } = await readSession(adapters, hostOf(golden), path);
    expect([...new Set(reads.map((read) => read.path))]).toEqual(expect.arrayContaining(paths));
  });
});

it('tries the files of every agent', () => {
  const tried = new Set(inputs.map(({ agent }) => agent));
  expect(adapters.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
});
