import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeHost } from './node-host.ts';
import { isAsNoted, type Noted, recordingHost } from './recording-host.ts';

let home: string;
const at = (...names: string[]) => join(home, ...names);
const env = { PLACE: 'here', OTHER: 'unasked' };

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-noting-'));
  mkdirSync(at('logs', 'empty'), { recursive: true });
  for (const name of ['one.jsonl', 'two.jsonl']) writeFileSync(at('logs', name), `${name}\n`);
  writeFileSync(at('meta.json'), '{}');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Looks as an adapter does: at variables, folders, files in them, one that is missing, and into one. */
async function look(): Promise<{ noted: Noted; newest: number }> {
  const { host, noted, newest } = recordingHost({ home, env });
  expect(host.env['PLACE']).toBe('here');
  expect(host.env['ABSENT']).toBeUndefined();
  for (const folder of [at('logs'), at('logs', 'empty'), at('nowhere')]) {
    for (const entry of await host.list(folder)) if (!entry.folder) await host.stat(entry.path);
  }
  expect(await host.stat(at('ignored'))).toBeUndefined();
  for await (const _ of host.read(at('meta.json'))) break;
  return { noted: JSON.parse(JSON.stringify(noted())), newest: newest() };
}

describe('a host that notes what it is asked', () => {
  it('answers like the one it stands for', async () => {
    const [plain, { host }] = [createNodeHost({ home, env }), recordingHost({ home, env })];
    expect(await host.list(at('logs'))).toEqual(await plain.list(at('logs')));
    expect(await host.stat(at('logs', 'one.jsonl'))).toEqual(await plain.stat(at('logs', 'one.jsonl')));
    expect(await host.stat(at('logs'))).toMatchObject({ folder: true });
  });

  it('finds everything as it was while nothing is different', async () => {
    const { noted } = await look();
    expect(isAsNoted(noted, env)).toBe(true);
    expect(isAsNoted(noted, { ...env, OTHER: 'changed' })).toBe(true);
  });

  it('knows the time of the last change', async () => {
    utimesSync(at('logs', 'two.jsonl'), new Date(), new Date(4e12));
    expect((await look()).newest).toBe(4e12);
  });

  const changes: Record<string, () => void> = {
    'a file has grown': () => appendFileSync(at('logs', 'one.jsonl'), 'more\n'),
    'a file has another time': () => utimesSync(at('logs', 'two.jsonl'), 1, 1),
    'a file is gone': () => rmSync(at('logs', 'two.jsonl')),
    'a file has come': () => writeFileSync(at('logs', 'three.jsonl'), ''),
    'a file has another name': () => renameSync(at('logs', 'one.jsonl'), at('logs', 'six.jsonl')),
    'a file has come into an empty folder': () => writeFileSync(at('logs', 'empty', 'x'), ''),
    'a folder has come': () => mkdirSync(at('nowhere')),
    'a folder is gone': () => rmSync(at('logs', 'empty'), { recursive: true }),
    'what was missing is there': () => writeFileSync(at('ignored'), ''),
    'what was read is different': () => writeFileSync(at('meta.json'), '{"a":1}'),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`sees that ${what}`, async () => {
      const { noted } = await look();
      change();
      expect(isAsNoted(noted, env)).toBe(false);
    });
  }

  it('sees that a variable is different, set or unset', async () => {
    const { noted } = await look();
    for (const other of [{ PLACE: 'there' }, { ...env, ABSENT: '' }, {}]) expect(isAsNoted(noted, other)).toBe(false);
  });
});
