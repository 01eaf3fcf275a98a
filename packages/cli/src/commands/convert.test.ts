import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Transcript } from '@hansard/core';
import { formats } from '@hansard/core/formats/index.ts';
import { transcriptCheck } from '@hansard/core/formats/transcript/validate.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { PLANTED_SECRET } from '../testing/planted-secret.ts';
import { root } from '../testing/repository.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

const parsed = (text: string) => JSON.parse(text) as Transcript;
const types = ({ events }: Transcript) => events.map(({ type }) => type);
const TALK = ['user_message', 'assistant_message', 'tool_call', 'tool_result', 'assistant_message'];

describe('convert', () => {
  it('turns a file into one valid document', async () => {
    const { status, out, err } = home.run(['convert', addSession(home.path)]);
    expect([status, err]).toEqual([0, '']);
    const document = parsed(out);
    expect((await transcriptCheck())(document)).toEqual([]);
    expect(document.session.nativeId).toBe(SESSION_ID);
    expect(types(document).filter((type) => TALK.includes(type))).toEqual(TALK);
  });

  it('makes one document of a log and a wire of it, in either order', () => {
    const input = join(root, 'packages/core/src/adapters/claude-code/fixtures/control/input');
    const [wire, log] = ['wire.jsonl', '.claude/projects/-home-dev-control/6a28ca02-b692-4851-ae6a-83b7a2ea44ba.jsonl'];
    const paths = [join(input, wire as string), join(input, log as string)];
    const both = parsed(home.run(['convert', ...paths]).out);
    const logged = parsed(home.run(['convert', paths[1] as string]).out);
    expect(both.events.map(({ id }) => id)).toEqual(expect.arrayContaining(logged.events.map(({ id }) => id)));
    expect(both.events.length).toBeGreaterThan(logged.events.length);
    expect(both.events).toEqual(parsed(home.run(['convert', ...paths.toReversed()]).out).events);
    expect(both.metrics.tokens).toEqual(logged.metrics.tokens);
  });

  it('reads the same from standard input, and from a pipe given as a file', () => {
    const path = addSession(home.path);
    const events = parsed(home.run(['convert', path]).out).events;
    expect(parsed(home.run(['convert', '-'], { input: readFileSync(path) }).out).events).toEqual(events);
    expect(parsed(home.shell(`hansard convert <(cat '${path}')`).out).events).toEqual(events);
  });

  it('names every format that it writes, as export does', () => {
    for (const command of ['convert', 'export']) {
      const words = home.run([command, '--help']).out.replaceAll(/\s+/g, ' ');
      for (const { id } of formats.filter((one) => command === 'export' || one.id !== 'transcript')) {
        expect(words).toMatch(new RegExp(`[ ,]${id}[ ,.]`));
      }
    }
  });

  it('writes a file that is too large to be held as it would write a smaller one', () => {
    const path = addSession(home.path);
    const small = home.run(['convert', path, '--to', 'entries']).out;
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const filler = JSON.parse(lines.at(-1) as string);
    const more = Array.from({ length: 26 }, (_, n) =>
      JSON.stringify({ ...filler, uuid: `filler-${n}`, text: `${n} ${'x'.repeat(1_000_000)}` }),
    );
    writeFileSync(path, `${[...lines, ...more].join('\n')}\n`);
    const { status, out } = home.run(['convert', path, '--to', 'entries', '--profile', 'none']);
    expect(status).toBe(0);
    expect(statSync(path).size).toBeGreaterThan(25_000_000);
    // Whatever the first line says of the session as a whole.
    expect(out.split('\n').slice(1, small.split('\n').length - 2)).toEqual(small.split('\n').slice(1, -2));
    expect(out.trimEnd().split('\n').length).toBeGreaterThan(small.trimEnd().split('\n').length + 20);
    const missing = home.run(['convert', path, '--session', 'nobody']);
    expect([missing.status, missing.err]).toEqual([2, expect.stringContaining('no session nobody')]);
  });

  it('gives one document a line for several sessions', () => {
    addSession(home.path, { ask: 'one' });
    addSession(home.path, { ask: 'two', id: SESSION_ID.replace(/1$/, '2') });
    writeFileSync(home.file('.claude', 'notes\u001b[2J.txt'), 'not a session');
    const { status, out, err } = home.run(['convert', home.file('.claude')]);
    expect(status).toBe(0);
    const asked = out
      .trimEnd()
      .split('\n')
      .map((line) => parsed(line).events.find((e) => e.type === 'user_message')?.text);
    expect(asked).toEqual(['one', 'two']);
    expect(err).toMatch(/^Not recognised: .*notes␛\[2J\.txt\n$/);
  });

  it('writes JSON Lines: the header, then the events', () => {
    const path = addSession(home.path);
    const [header, ...events] = home
      .run(['convert', path, '--lines'])
      .out.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({ schemaVersion: expect.any(String), session: { nativeId: SESSION_ID } });
    expect(header).not.toHaveProperty('events');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    const document = parsed(home.run(['convert', path, '--pretty']).out);
    expect(document.events).toEqual(events);
  });

  it('reads what it wrote', () => {
    const path = addSession(home.path);
    const first = home.run(['convert', path, '-o', 'transcript.json']);
    expect(first.status).toBe(0);
    expect(home.run(['convert', 'transcript.json']).out).toBe(readFileSync(home.file('transcript.json'), 'utf8'));
  });

  it('estimates the cost, by own prices too, unless told not to', () => {
    const path = addSession(home.path);
    const cost = (args: string[] = [], env = {}) =>
      parsed(home.run(['convert', path, ...args], { env }).out).metrics.cost;
    expect(cost()).toMatchObject({ unpriced: [], microUsd: expect.any(Number) });
    expect(cost(['--no-cost'])).toBeUndefined();
    writeFileSync(home.file('prices.json'), '{ "claude-sonnet*": { "input": "1", "output": "2" } }');
    expect(cost([], { HANSARD_PRICES: home.file('prices.json') })?.microUsd).toBe(2 * (1000 + 100));
    writeFileSync(home.file('prices.json'), '{ "x": { "input": -1 } }');
    const bad = home.run(['convert', path], { env: { HANSARD_PRICES: home.file('prices.json') } });
    expect([bad.status, bad.err]).toEqual([2, expect.stringContaining('(bad-prices)')]);
  });
});

describe('the output file', () => {
  it('is private, complete, and not replaced by accident', () => {
    const path = addSession(home.path);
    expect(home.run(['convert', path, '-o', 'out.json']).out).toBe('');
    expect(parsed(readFileSync(home.file('out.json'), 'utf8')).session.nativeId).toBe(SESSION_ID);
    if (process.platform !== 'win32') expect(statSync(home.file('out.json')).mode & 0o777).toBe(0o600);
    const again = home.run(['convert', path, '-o', 'out.json']);
    expect([again.status, again.err]).toEqual([2, expect.stringContaining('--force')]);
    expect(home.run(['convert', path, '-o', 'out.json', '--force']).status).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('may be a link or a device, which stay what they are', () => {
    const path = addSession(home.path);
    writeFileSync(home.file('real.json'), '');
    symlinkSync('real.json', home.file('link.json'));
    expect(home.run(['convert', path, '-o', 'link.json', '-f']).status).toBe(0);
    expect(lstatSync(home.file('link.json')).isSymbolicLink()).toBe(true);
    expect(parsed(readFileSync(home.file('real.json'), 'utf8')).session.nativeId).toBe(SESSION_ID);
    expect(home.shell(`mkfifo pipe; cat pipe & hansard convert '${path}' -o pipe; wait`).out).toContain(SESSION_ID);
    expect(lstatSync(home.file('pipe')).isFIFO()).toBe(true);
  });

  it('is not left behind half-written, not even on Ctrl-C', async () => {
    const child = spawn(process.execPath, [BIN, 'convert', '-', '-o', 'out.json'], { env: home.env, cwd: home.path });
    child.stdin.write('{"type":');
    while (readdirSync(home.path).length === 0) await setTimeout(50);
    child.kill('SIGINT');
    const [status, signal] = await once(child, 'exit');
    expect([signal ?? status, readdirSync(home.path)]).toEqual(['SIGINT', []]);
  });

  it('is not left behind when there is nothing to write', () => {
    expect(home.run(['convert', 'missing.jsonl', '-o', 'out.json']).status).toBe(2);
    expect(readdirSync(home.path)).toEqual([]);
    const nowhere = home.run(['convert', addSession(home.path), '-o', 'no/such/folder.json']);
    expect([nowhere.status, nowhere.err]).toEqual([2, expect.stringContaining('(output-failed)')]);
  });
});

describe('trouble in the input', () => {
  it('is summed up by kind with the first place, and the rest is read', () => {
    const path = addSession(home.path, {
      lines: `${sampleLines()}not json\n{"also": not json\n${sampleLines().slice(0, 90)}`,
    });
    const { status, out, err } = home.run(['convert', path]);
    expect(status).toBe(1);
    expect(types(parsed(out))).toEqual(expect.arrayContaining([...TALK, 'unparsed']));
    expect(err).toContain(`2 problems invalid-json, first at ${path}:5:`);
    expect(err).toContain(`1 problem truncated, first at ${path}:7:`);
  });

  it.each([
    ['a missing file', 'missing.jsonl', 'file-not-found'],
    ['a binary file', 'binary', 'not-recognised'],
    ['an empty file', 'empty', 'not-recognised'],
    ['other JSON', 'other.json', 'not-recognised'],
    ['a folder without sessions', 'folder', 'nothing-found'],
    ['a broken transcript', 'broken.json', 'not-recognised'],
  ])('%s cannot be converted', (_name, file, code) => {
    writeFileSync(home.file('binary'), Buffer.from([0, 1, 2, 255, 254, 10, 0, 200]));
    writeFileSync(home.file('empty'), '');
    writeFileSync(home.file('other.json'), '{"name": "x", "version": 1}');
    writeFileSync(home.file('broken.json'), '{"schemaVersion": "0.2.0",\n"transcriptId": 7}');
    mkdirSync(home.file('folder'));
    const { status, out, err } = home.run(['convert', file]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(`(${code})`);
  });

  it('asks for the file when a database comes through a pipe', () => {
    const { status, err } = home.run(['convert', '-'], { input: 'SQLite format 3\0rest' });
    expect([status, err]).toEqual([2, expect.stringContaining('(needs-a-file)')]);
    expect(home.run(['convert', '-'], { input: '' }).err).toContain('There is nothing in the standard input');
  });
});

describe('--agent', () => {
  it('forces an agent and a format, and suggests the right spelling', () => {
    const input = '{"anything": 1}\n';
    const forced = home.run(['convert', '-', '--agent', 'claude-code/session-log'], { input });
    expect([forced.status, parsed(forced.out).source.dialect]).toEqual([1, 'session-log']);
    expect(home.run(['convert', '-', '--agent', 'claude-cod'], { input }).err).toContain('Did you mean claude-code?');
    expect(home.run(['convert', '-', '--agent', 'claude-code/x'], { input }).err).toContain('session-log');
  });
});

describe('as a part of a pipeline', () => {
  it('ends quietly when the reader has seen enough', () => {
    const many = Array.from({ length: 300 }, (_, i) =>
      sampleLines({ id: SESSION_ID.replace(/0{4}/, String(i).padStart(4, '0')) }),
    );
    const path = addSession(home.path, { lines: many.join('') });
    const { status, out, err } = home.shell(`set -o pipefail; hansard convert '${path}' | head -c 20`);
    expect([status, err, out.length]).toEqual([0, '', 20]);
  });

  it('ends at once and without words on Ctrl-C, which shells report as 130', async () => {
    const child = spawn(process.execPath, [BIN, 'convert', '-'], { env: home.env });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (words += data));
    child.stdin.write('{"type":');
    await setTimeout(500);
    child.kill('SIGINT');
    const [status, signal] = await once(child, 'exit');
    expect([signal ?? status, words]).toEqual(['SIGINT', '']);
  });
});

describe('--profile and --to', () => {
  it('takes out what the profile says, and nothing without one', () => {
    const path = addSession(home.path, { ask: `Use ${PLANTED_SECRET} here.` });
    const env = { HANSARD_PROFILE: 'strict' };
    const faithful = parsed(home.run(['convert', path], { env }).out);
    expect(faithful.events.some(({ text }) => text?.includes(PLANTED_SECRET))).toBe(true);
    expect(faithful).not.toHaveProperty('privacy.redactionApplied', true);
    const { status, out } = home.run(['convert', path, '--profile', 'team']);
    expect([status, out.includes(PLANTED_SECRET)]).toEqual([0, false]);
    expect(parsed(out).privacy).toMatchObject({ profile: 'team', redactionApplied: true });
    expect(home.run(['convert', path, '--profile', 'none']).out).toContain(PLANTED_SECRET);
    expect(home.run(['convert', path, '--profile', 'nobody']).err).toContain('unknown-profile');
  });

  it('writes other formats, with their options', () => {
    const path = addSession(home.path);
    const lines = home
      .run(['convert', path, '--to', 'universal', '--lines', '--with', 'raw'])
      .out.trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual(lines.map((_, i) => i + 1));
    expect(home.run(['convert', path, '--to', 'html', '-o', home.file('page.html')]).status).toBe(0);
    expect(readFileSync(home.file('page.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(home.run(['convert', path, '--to', 'run', '-o', home.file('runs')]).status).toBe(0);
    expect(readdirSync(home.file('runs'))).toEqual([expect.stringMatching(/^run-/)]);
    expect(home.run(['convert', path, '--to', 'htm']).err).toMatch(/Did you mean html/);
    expect(home.run(['convert', path, '--with', 'indnt=2']).err).toMatch(/no option "indnt".*indent/);
  });

  it('refuses several sessions in a format that holds one', () => {
    addSession(home.path, { ask: 'one' });
    addSession(home.path, { ask: 'two', id: SESSION_ID.replace(/1$/, '2') });
    const { status, err } = home.run(['convert', home.file('.claude'), '--to', 'html', '-o', home.file('x.html')]);
    expect([status, err]).toEqual([2, expect.stringContaining('Pick one with --session')]);
    expect(readdirSync(home.path)).not.toContain('x.html');
  });
});

describe('sessions in another format', () => {
  it.each(['universal.example.jsonl', 'atif.example.json', 'trace-record.example.jsonl', 'otlp.example.jsonl'])(
    '%s is read like a native one',
    (name) => {
      const { status, out } = home.run(['convert', join(root, 'examples', name), '--no-cost']);
      expect([status, parsed(out).events.length > 5]).toEqual([0, true]);
    },
  );

  it('may be a folder of runs', () => {
    const { status, out } = home.run(['convert', join(root, 'examples', 'run'), '--to', 'universal']);
    expect([status, new Set(out.match(/"session_id":"[^"]+"/g)).size]).toEqual([0, 2]);
  });

  it('say where they are wrong', () => {
    const lines = readFileSync(join(root, 'examples', 'entries.example.jsonl'), 'utf8').split('\n');
    writeFileSync(home.file('broken.jsonl'), [lines[0], '{"role": 7}', ...lines.slice(2)].join('\n'));
    const { status, err } = home.run(['convert', 'broken.jsonl', '--to', 'csv']);
    expect([status, err]).toEqual([1, expect.stringMatching(/invalid-document, first at broken\.jsonl:2:1: expected/)]);
  });
});
