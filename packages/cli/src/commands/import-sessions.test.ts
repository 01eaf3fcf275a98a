import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';
import { addSession } from '../testing/sample-session.ts';

const here = new TestHome();
beforeAll(buildCommand);
afterAll(() => here.remove());

describe('import of sessions in a format', () => {
  const EXAMPLE = join(root, 'examples', 'universal.example.jsonl');

  it('adds them once, to be shown, found and restored', () => {
    const atif = join(root, 'examples', 'atif.example.json');
    const first = here.run(['import', EXAMPLE, '--json']);
    expect([first.status, first.err]).toEqual([0, '']);
    const [session] = JSON.parse(first.out).sessions;
    expect(session).toMatchObject({ outcome: 'new', number: 1 });
    expect(here.run(['import', EXAMPLE]).out).toContain('as it was');
    expect(here.run(['show', session.id]).status).toBe(0);
    expect(JSON.parse(here.run(['export', session.id, '--to', 'transcript']).out).transcriptId).toBe(session.id);
    expect(here.run(['restore', session.id]).status).toBe(0);
    expect(readFileSync(here.file('universal.example.jsonl'))).toEqual(readFileSync(EXAMPLE));
    expect(here.run(['rebuild', '--json']).status).toBe(0);
    const several = here.run(['import', atif, here.file('none'), '--json']);
    expect([several.status, several.err]).toEqual([1, expect.stringContaining('file-not-found')]);
  });

  it('says where a document is wrong', () => {
    const lines = readFileSync(EXAMPLE, 'utf8').split('\n');
    const broken = lines[2]?.replace('"sequence":3', '"sequence":"3"') ?? '';
    writeFileSync(here.file('broken.jsonl'), [...lines.slice(0, 2), broken, ...lines.slice(3)].join('\n'));
    const { status, err } = here.run(['import', 'broken.jsonl']);
    expect([status, err]).toEqual([1, expect.stringMatching(/broken\.jsonl:3:\d+ \/sequence: expected/)]);
    writeFileSync(here.file('bad.json'), '{"schemaVersion": "0.2.0",\n"transcriptId": 7}');
    expect(here.run(['import', 'bad.json'])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/bad\.json:\d+:\d+.*expected.*\(not-importable\)/s),
    });
  });

  it('takes a folder of runs, and sync those in the settings', () => {
    const runs = join(root, 'examples', 'run');
    expect(JSON.parse(here.run(['import', runs, '--json']).out)).toMatchObject({
      format: 'run',
      sessions: [{ outcome: 'new' }, { outcome: 'new' }],
    });
    writeFileSync(
      here.file('other.jsonl'),
      readFileSync(join(root, 'examples', 'trace-record.example.jsonl'), 'utf8')
        .replaceAll('3f0a9b52', '4f0a9b52')
        .replace('"agent":{"name":"claude-code"', '"agent":{"name":"wombat-cli"'),
    );
    expect(JSON.parse(here.run(['import', 'other.jsonl', '--json']).out).sessions).toMatchObject([
      { agent: 'wombat-cli' },
    ]);
    expect(JSON.parse(here.run(['search', 'agent:wombat', 'login', '--json']).out).sessions).toHaveLength(1);
    expect(JSON.parse(here.run(['sessions', 'agent:wombat-cli', '--json']).out).sessions).toMatchObject([
      { imported: true, resume: null },
    ]);
    expect(JSON.parse(here.run(['sessions', '--agent', 'wombat-cli', '--json']).out).sessions).toHaveLength(1);
    for (const filter of [['--agent', 'wombat-cli'], ['agent:wombat-cli']]) {
      const { status, out } = here.run(['stats', '--by', 'agent', '--json', ...filter]);
      expect([status, JSON.parse(out).groups.map((group: { agent: string }) => group.agent)]).toEqual([
        0,
        ['wombat-cli'],
      ]);
    }
    expect(here.run(['cost', '--agent', 'wombat'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('Did you mean wombat-cli?'),
    });
    const env = { HANSARD_RUNS: runs };
    expect(JSON.parse(here.run(['sync', '--json'], { env }).out)).toMatchObject({
      newSessions: 0,
      problems: [],
      agents: expect.arrayContaining([expect.objectContaining({ agent: 'run' })]),
    });
  });
});

describe('import of files of agents', () => {
  const one = new TestHome();
  const there = new TestHome();
  afterAll(() => {
    one.remove();
    there.remove();
  });

  it('takes a log, a folder and standard input, by origin', () => {
    const path = addSession(there.path, { ask: 'asked there' });
    const first = one.run(['import', path, '--origin', 'box', '--json']);
    expect([first.status, first.err]).toEqual([0, '']);
    expect(JSON.parse(first.out)).toMatchObject({
      file: path,
      format: 'claude-code/session-log',
      sessions: [{ outcome: 'new' }],
    });
    expect(one.run(['sessions', 'origin:box']).out).toContain('from box');
    expect(JSON.parse(one.run(['sessions', 'origin:elsewhere', '--json']).out).sessions).toEqual([]);
    writeFileSync(there.file('notes.txt'), 'nothing of use');
    const folder = one.run(['import', there.path]);
    expect([folder.status, folder.out, folder.err]).toEqual([
      0,
      expect.stringContaining('as it was'),
      expect.stringContaining('no session'),
    ]);
    const piped = one.run(['import', '-'], { input: readFileSync(path, 'utf8') });
    expect([piped.status, piped.out]).toEqual([0, expect.stringContaining('as it was')]);
    expect(one.run(['import', '-'], { input: '' })).toMatchObject({ status: 2, err: expect.stringContaining('empty') });
    expect(one.run(['import', path, '--origin', ' '])).toMatchObject({
      status: 2,
      err: expect.stringContaining('--origin'),
    });
  });

  it('writes them back', () => {
    const [session] = JSON.parse(one.run(['sessions', '--json']).out).sessions;
    expect(one.run(['restore', session.uuid]).status).toBe(0);
  });

  it('finds further folders in the settings', () => {
    const fresh = new TestHome();
    fresh.run(['config', 'set', 'sync.folders', `lab=${there.path}`]);
    expect(fresh.run(['sync']).status).toBe(0);
    expect(JSON.parse(fresh.run(['sessions', 'origin:lab', '--json']).out).sessions).toMatchObject([
      { origin: 'lab', imported: false },
    ]);
    fresh.remove();
  });
});
