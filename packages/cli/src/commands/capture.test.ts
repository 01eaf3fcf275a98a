/** A program in the hands of the command: its calls are a session, and it notices nothing. */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand, type Ran, TestHome } from '../testing/command.ts';

const KEY = 'sk-fake-key-0123456789abcdefghijklmnop';
const AGENT = `
const ask = (messages) => fetch(process.env.OPENAI_BASE_URL + '/chat/completions', {
  method: 'POST',
  headers: { authorization: 'Bearer ${KEY}', 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'gpt-5.2', stream: true, messages }),
}).then((response) => response.text());
const messages = [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'What about the zebra?' }];
await ask(messages);
console.log('printed by the program');
process.exit(Number(process.argv[2] ?? 0));
`;

let home: TestHome;
let model: Server;
let url: string;

beforeAll(async () => {
  buildCommand();
  model = createServer(async (request, response) => {
    for await (const _ of request);
    const chunk = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'x', model: 'gpt-5.2', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const content of ['It has ', 'stripes.']) chunk({ content });
    chunk({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
});
afterAll(() => model.close());
beforeEach(() => {
  home = new TestHome();
  writeFileSync(home.file('agent.mjs'), AGENT);
});
afterEach(() => home.remove());

/** Not by a call that waits: the model is in this process. */
function run(args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [BIN, ...args], { env: { ...home.env, OPENAI_BASE_URL: url }, cwd: home.path });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out, err })));
}

describe('hansard capture', () => {
  it('ends as the program does, and its calls can be searched', async () => {
    const ran = await run(['capture', '--', process.execPath, 'agent.mjs', '3']);
    expect([ran.status, ran.out]).toEqual([3, 'printed by the program\n']);
    expect(ran.err).toMatch(/^Captured 1 call of models\. Show it with: hansard show [0-9a-f]{8}\n$/);
    expect((await run(['search', 'zebra'])).out).toContain('agent.mjs 3');
    const file = readdirSync(home.path, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jsonl'));
    const record = JSON.parse((await run(['convert', file as string, '--to', 'trace-record'])).out);
    expect(record.execution_context).toBe('runtime');
  });

  it('shows the conversation as it happens, and keeps no key', async () => {
    const ran = await run(['capture', '--print', '--title', 'Zoo', '--', process.execPath, 'agent.mjs']);
    expect(ran.status).toBe(0);
    for (const words of ['SYSTEM\nBe brief.', 'USER\nWhat about the zebra?', 'ASSISTANT\nIt has stripes.']) {
      expect(ran.err).toContain(words);
    }
    expect((await run(['show', '1'])).out).toMatch(/^Zoo\n/);
    for (const name of readdirSync(home.path, { recursive: true, encoding: 'utf8' })) {
      const path = join(home.path, name);
      if (name === 'agent.mjs' || !/\.(jsonl|db|json|txt)$/.test(name)) continue;
      expect([name, readFileSync(path).includes(KEY)]).toEqual([name, false]);
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'passes %s on, waits for the program, and keeps what it said',
    async (signal) => {
      const waits = `${AGENT.replace(/process\.exit.*/, '')}
      process.on('${signal}', () => process.exit(7));
      console.log('ready'); setInterval(() => {}, 1000);`;
      writeFileSync(home.file('waits.mjs'), waits);
      const child = spawn(process.execPath, [BIN, 'capture', '--', process.execPath, 'waits.mjs'], {
        env: { ...home.env, OPENAI_BASE_URL: url },
        cwd: home.path,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (data) => String(data).includes('ready') && resolve());
      });
      child.kill(signal);
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(7);
      expect((await run(['search', 'zebra'])).out).toContain('waits.mjs');
    },
  );

  it('gives the program its standard input', async () => {
    writeFileSync(home.file('reads.mjs'), "process.stdin.on('data', (data) => console.log('read ' + data));");
    const child = spawn(process.execPath, [BIN, 'capture', '--', process.execPath, 'reads.mjs'], {
      env: home.env,
      cwd: home.path,
    });
    child.stdin.end('what it was given');
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(out).toBe('read what it was given\n');
  });

  it('says when nothing came, when there is no such program, and when there is none at all', async () => {
    const idle = await run(['capture', '--', process.execPath, '-e', '']);
    expect([idle.status, idle.err]).toEqual([0, expect.stringContaining('Nothing was captured')]);
    const unknown = await run(['capture', '--', 'no-such-program']);
    expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining('there is no such program')]);
    const none = await run(['capture']);
    expect([none.status, none.err]).toEqual([2, expect.stringContaining('capture needs COMMAND')]);
  });
});

describe('hansard proxy', () => {
  it('serves until it is stopped, at the same address for the same token', async () => {
    const args = [BIN, 'proxy', '--json', '--token-file', 'token'];
    const addresses: string[] = [];
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, args, { env: { ...home.env, OPENAI_BASE_URL: url }, cwd: home.path });
      const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
      const { OPENAI_BASE_URL: base } = JSON.parse(line) as { OPENAI_BASE_URL: string };
      addresses.push(new URL(base).pathname);
      const body = JSON.stringify({ model: 'gpt-5.2', messages: [{ role: 'user', content: `Round ${round}` }] });
      await (await fetch(`${base}/chat/completions`, { method: 'POST', body })).text();
      child.kill('SIGTERM');
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    }
    expect(addresses[0]).toBe(addresses[1]);
    expect((await run(['search', 'Round'])).out).toContain('2 sessions');
  });
});
