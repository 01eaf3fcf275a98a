import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  captureFetch,
  JsonlSliceFactory,
  readTranscript,
  Session,
  SliceFactoryConfig,
  TranscriptEntry,
} from '../index.ts';
import { bundled } from '../testing/bundled.ts';
import { LoopbackModel } from '../testing/loopback-model.ts';
import { FAKE_KEY } from '../testing/sdks.ts';

const FILE = 'hansard.capture.TranscriptEntry.jsonl';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-slices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const said = (content: string) => new TranscriptEntry({ role: 'assistant', content });
const contents = (session: Session) =>
  session
    .slice(TranscriptEntry)
    .all()
    .map(({ content }) => content);

describe('slices in files', () => {
  it('are one file for each type and session, for the user alone, and come back', () => {
    const session = new Session({ id: 'one', baseDir: folder });
    for (const content of ['a', 'b\u2028c', '…']) session.dispatch(said(content));
    expect(readdirSync(join(folder, 'one'))).toEqual([FILE]);
    expect(statSync(join(folder, 'one', FILE)).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o700);
    expect(contents(session)).toEqual(['a', 'b\u2028c', '…']);
    expect(session.slice(TranscriptEntry).latest()).toBeInstanceOf(TranscriptEntry);
    session.close();
    const again = new Session({ id: 'one', baseDir: folder });
    expect(contents(again)).toEqual(['a', 'b\u2028c', '…']);
    expect(again.slice(TranscriptEntry).latest()?.content).toBe('…');
  });

  it('go on behind half a line', () => {
    mkdirSync(join(folder, 'one'));
    const session = new Session({ id: 'one', baseDir: folder });
    session.dispatch(said('a'));
    session.close();
    appendFileSync(join(folder, 'one', FILE), '{"role":"assist');
    const next = new Session({ id: 'one', baseDir: folder });
    next.dispatch(said('b'));
    expect(contents(next)).toEqual(['a', 'b']);
  });

  it('keep the name of a session inside their folder', () => {
    const session = new Session({ id: '../../out/of', baseDir: folder });
    session.dispatch(said('a'));
    expect(readdirSync(folder)).toEqual(['__.._out_of']);
  });

  it('have one file for each process that joins a session', () => {
    const factory = (writer: string) => new JsonlSliceFactory({ baseDir: folder, writer, durable: true });
    for (const writer of ['w1', 'w2']) {
      const session = new Session({ id: 's', sliceConfig: new SliceFactoryConfig({ logFactory: factory(writer) }) });
      session.dispatch(said(writer));
    }
    expect([...readTranscript(folder)].map(({ content }) => content).sort()).toEqual(['w1', 'w2']);
  });

  it('of the Python original are read under both names', () => {
    const line = JSON.stringify({
      __type__: 'weakincentives.transcript:TranscriptEntry',
      role: 'user',
      content: 'Hi',
      created_at: '2026-01-01T00:00:00+00:00',
      source: 'primary',
      sequence: 0,
    });
    for (const name of ['weakincentives.transcript:TranscriptEntry', 'weakincentives.transcript.TranscriptEntry']) {
      const path = join(folder, name.replace(':', process.platform === 'win32' ? '.' : ':'));
      writeFileSync(`${path}.jsonl`, `${line}\n{"torn":`);
    }
    expect([...readTranscript(folder)].map(({ role, content }) => [role, content])).toContainEqual(['user', 'Hi']);
  });
});

describe('a program that ends', () => {
  const PROGRAM = `
    import { captureFetch, Session } from './capture/index.js';
    const session = new Session({ id: 'killed', baseDir: process.argv[2] });
    const fetch = captureFetch(session);
    const ask = (text) => fetch(process.argv[3] + '/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: 'Bearer ${FAKE_KEY}' },
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: text }] }),
    });
    await (await ask('First')).text();
    const reader = (await ask('Second')).body.getReader();
    await reader.read();
    process.send?.('reading');
    await reader.read(); await new Promise(() => setInterval(() => {}, 1000));
  `;

  it('by kill -9 in the middle of a stream has lost the answer under way and nothing else', async () => {
    const model = await LoopbackModel.start((_body, n) =>
      n === 1 ? { text: 'Done' } : { text: 'Never', hangAfter: 2 },
    );
    const program = join(folder, 'program.mjs');
    writeFileSync(program, PROGRAM);
    await bundled({ index: '../index.ts' }, join(folder, 'capture'));
    const child = spawn(process.execPath, [program, join(folder, 'out'), model.url], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await new Promise((resolve) => child.once('message', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    await model.stop();
    const entries = [...readTranscript(join(folder, 'out'))];
    expect(entries.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'First'],
      ['assistant', 'Done'],
      ['user', 'Second'],
    ]);
    expect(readFileSync(join(folder, 'out', 'killed', FILE), 'utf8')).not.toContain(FAKE_KEY);
  });
});

it('what goes wrong in the recording never reaches the program, and is told once', async () => {
  const model = await LoopbackModel.start(() => ({ text: 'Fine' }));
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'a file in the place of the folder');
  const errors: unknown[] = [];
  const session = new Session({ baseDir: blocked, onError: (error) => errors.push(error) });
  const fetch = captureFetch(session);
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${model.url}/v1/chat/completions`, { method: 'POST', body });
    expect((await response.json()) as object).toMatchObject({ choices: [{ message: { content: 'Fine' } }] });
  }
  expect(errors).toHaveLength(1);
  expect(session.stats().errors).toBeGreaterThanOrEqual(3);
  await model.stop();
});
