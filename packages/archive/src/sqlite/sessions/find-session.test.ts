import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';
import { FOLDER, logOf, SampleMachine, sampleAgent, storeOf } from '../../testing/sample-agent.ts';
import { findSession } from './find-session.ts';

let home: string;
let archive: Archive;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-find-'));
  const machine = new SampleMachine(home, {
    'logs/alpha-one.jsonl': logOf([{ session: 'alpha-one', text: 'first', title: 'Fix the \u001b[31mparser\nnow' }]),
    'logs/alpha-one.jsonl.d/helper.jsonl': logOf([{ session: 'helper-7', text: 'inside' }]),
    'logs/alpha-two.jsonl': logOf([{ session: 'alpha-two', text: 'second', at: 5 }]),
    'store.db': storeOf([
      { session: 'row-one', text: 'kept in rows' },
      { session: 'row-two', text: 'kept in rows too' },
    ]),
  });
  archive = await Archive.open(machine, [sampleAgent()]);
  await sync({ archive, adapters: [sampleAgent()], host: machine, now: '2026-02-01T00:00:00.000Z' });
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const find = (selector: string, listed?: string[]) => findSession(archive, selector, { listed }).nativeId;
const uuidOf = (nativeId: string) => findSession(archive, nativeId).uuid;
const failureOf = (selector: string, listed?: string[]) => {
  try {
    find(selector, listed);
  } catch (error) {
    return error as Error & { code: string };
  }
  throw new Error('found');
};

describe('a session is found', () => {
  it('by the agent’s id for it, whole or its beginning', () => {
    expect(find('alpha-one')).toBe('alpha-one');
    expect(find('alpha-t')).toBe('alpha-two');
  });

  it('by its own id, whole or its beginning, in either case', () => {
    const uuid = uuidOf('alpha-two');
    expect(find(uuid.toUpperCase())).toBe('alpha-two');
    expect(find(uuid.slice(0, 12))).toBe('alpha-two');
  });

  it('by its number in the archive', () => {
    const { id } = findSession(archive, 'row-two');
    expect(find(`#${id}`)).toBe('row-two');
  });

  it('by its number in the last list', () => {
    const listed = [uuidOf('row-one'), uuidOf('alpha-two')];
    expect(find('2', listed)).toBe('alpha-two');
  });

  it('by the path of any of its files that has events', () => {
    expect(find(`${FOLDER}/logs/alpha-two.jsonl`)).toBe('alpha-two');
    expect(find(`${FOLDER}/logs/alpha-one.jsonl.d/helper.jsonl`)).toBe('alpha-one');
  });

  it('by the id of one of its subagents', () => expect(find('helper-7')).toBe('alpha-one'));
});

describe('nothing is guessed', () => {
  it('when several fit: they are listed, with their text made harmless', () => {
    const { code, message } = failureOf('alpha');
    expect(code).toBe('ambiguous-session');
    expect(message.split('\n')).toHaveLength(3);
    expect(message).toContain('second');
    expect(message).not.toContain('\u001b');
  });

  it('when a database holds several', () => {
    expect(failureOf(`${FOLDER}/store.db`)).toMatchObject({ code: 'ambiguous-session' });
  });

  it('from a number that is not in the list', () => {
    expect(failureOf('3', [uuidOf('row-one')])).toMatchObject({ code: 'unknown-session' });
    expect(failureOf('3', [uuidOf('row-one')]).message).toContain('ends with 1');
    expect(failureOf('1').message).toContain('No list was shown yet');
  });

  it('from a few characters', () => expect(failureOf('alp')).toMatchObject({ code: 'unknown-session' }));

  it('and what has the words is suggested', () => {
    const { code, message } = failureOf('Second');
    expect(code).toBe('unknown-session');
    expect(message).toContain('Did you mean');
    expect(message).toContain('second');
    expect(message).not.toContain('parser');
  });
});

it('names a session by its first real prompt, also when that comes in a later sync', async () => {
  const log = (texts: string[]) => logOf(texts.map((text, at) => ({ session: 'named', role: 'user', text, at })));
  const folder = mkdtempSync(join(tmpdir(), 'hansard-named-'));
  const syncWith = async (texts: string[]) => {
    const host = new SampleMachine(folder, { 'logs/named.jsonl': log(texts) });
    const other = await Archive.open(host, [sampleAgent()]);
    await sync({ archive: other, adapters: [sampleAgent()], host, now: '2026-02-01T00:00:00.000Z' });
    const { firstWords } = findSession(other, 'named');
    other.close();
    return firstWords;
  };
  expect(await syncWith(['/model'])).toBe('/model');
  expect(await syncWith(['/model', '/mode fast', 'Fix the parser'])).toBe('Fix the parser');
  expect(await syncWith(['/model', '/mode fast', 'Fix the parser', 'Then the lexer'])).toBe('Fix the parser');
  rmSync(folder, { recursive: true, force: true });
});
