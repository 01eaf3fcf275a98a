/** `hansard acp` as editors use it: with the protocol's own library, between it and a real process of the mock agent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';

const SDK = join(root, 'node_modules', '.cache', 'hansard', 'acp-sdk');
const MOCK = join(root, 'packages', 'cli', 'dist', 'mock.cjs');
const hasSdk = existsSync(join(SDK, 'installed.json'));

let home: TestHome;
let started: ChildProcess[];
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  started = [];
});
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  }
  home.run(['daemon', 'stop']);
  home.remove();
});

function hansard(args: readonly string[]) {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: home.path, env: home.env, stdio: 'pipe' });
  started.push(child);
  return child;
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('close', resolve));

/** An editor: answers permissions with what is given, and keeps what it is told. */
async function editor(child: ReturnType<typeof hansard>, choose: (options: { optionId: string }[]) => string) {
  const path = createRequire(join(SDK, 'package.json')).resolve('@agentclientprotocol/sdk');
  const acp = await import(pathToFileURL(path).href);
  // biome-ignore lint/suspicious/noExplicitAny: the library is not there when types are checked
  const told: any[] = [];
  const stream = acp.ndJsonStream(Writable.toWeb(child.stdin as Writable), Readable.toWeb(child.stdout as Readable));
  const app = acp
    .client({ name: 'test editor' })
    // biome-ignore lint/suspicious/noExplicitAny: see above
    .onRequest(acp.methods.client.session.requestPermission, ({ params }: any) => ({
      outcome: { outcome: 'selected', optionId: choose(params.options) },
    }))
    // biome-ignore lint/suspicious/noExplicitAny: see above
    .onNotification(acp.methods.client.session.update, ({ params }: any) => void told.push(params.update));
  const run = <T>(work: (ask: (method: string, params: object) => Promise<never>) => Promise<T>): Promise<T> =>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    app.connectWith(stream, (ctx: any) => work((method, params) => ctx.request(method, params)));
  const textOf = (kind: string) =>
    told.filter(({ sessionUpdate }) => sessionUpdate === kind).map(({ content }) => content.text);
  return { run, told, textOf };
}

const INITIALIZE = { protocolVersion: 1, clientCapabilities: {} };
const says = (sessionId: string, text: string) => ({ sessionId, prompt: [{ type: 'text', text }] });

describe('between an editor and an agent', () => {
  it.skipIf(!hasSdk)('passes everything on, and makes each session of the editor a transcript', async () => {
    const child = hansard(['acp', '--', process.execPath, MOCK, '--acp']);
    const { run, textOf } = await editor(child, (options) => options[0]?.optionId ?? '');
    const first = await run(async (ask) => {
      await ask('initialize', INITIALIZE);
      const { sessionId } = (await ask('session/new', { cwd: home.path, mcpServers: [] })) as { sessionId: string };
      expect(await ask('session/prompt', says(sessionId, 'hello editor'))).toMatchObject({ stopReason: 'end_turn' });
      await ask('session/prompt', says(sessionId, 'permission'));
      child.stdin?.end();
      return sessionId;
    });
    expect(textOf('agent_message_chunk').join('')).toBe('hello editorIt was allowed.');
    expect(await ended(child)).toBe(0);
    const { sessions } = JSON.parse(home.run(['sessions', '--json']).out);
    expect(sessions).toMatchObject([{ nativeId: first, title: 'hello editor', state: 'ended' }]);
    const shown = home.run(['show', sessions[0].id]).out;
    expect(shown).toContain('touch mock.txt');
    expect(shown).toContain('It was allowed.');
  });

  it('passes on every byte, whatever it is, with errors and exit status', () => {
    const echo =
      'process.stdin.pipe(process.stdout); process.stderr.write("beside\\n"); process.stdin.on("end", () => { process.exitCode = 3; });';
    const bytes = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","method":"x","params":{"text":"\u2028 \\u0000"}}\r\n\n\n no json '),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from('\nwithout an end'),
    ]);
    const ran = home.spawn(process.execPath, [BIN, 'acp', '--', process.execPath, '-e', echo], {
      input: bytes,
      encoding: 'buffer',
    } as object);
    expect([ran.status, ran.err]).toEqual([3, 'beside\n']);
    const [folder = ''] = readdirSync(home.file('.local', 'share', 'hansard', 'live'));
    const wire = readFileSync(home.file('.local', 'share', 'hansard', 'live', folder, 'wire.jsonl'), 'utf8');
    const lines = wire
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ dir }) => dir).sort()).toEqual([
      'err',
      'exit',
      'in',
      'in',
      'in',
      'out',
      'out',
      'out',
      undefined,
    ]);
    const bad = lines.find(({ dir, msg }) => dir === 'in' && msg.base64 !== undefined);
    expect(Buffer.from(bad.msg.base64, 'base64').subarray(-3)).toEqual(Buffer.from([0xff, 0xfe, 0x00]));
    expect(lines.at(-1)).toMatchObject({ dir: 'exit', msg: { code: 3, stderr: 'beside' } });
  });

  it('says what is wrong with the command, and leaves nothing', () => {
    const ran = home.run(['acp', '--', 'no-such-agent', '--acp']);
    expect([ran.status, ran.err]).toEqual([2, expect.stringContaining('"no-such-agent" cannot be started')]);
    expect(home.run(['acp']).err).toContain('hansard acp -- gemini --acp');
    expect(existsSync(home.file('.local', 'share', 'hansard', 'live'))).toBe(false);
  });
});

describe('as the agent of a running session', () => {
  it.skipIf(!hasSdk)('shows it to an editor, takes prompts, and asks there', async () => {
    expect(home.run(['daemon', 'start', '--port', '0']).status).toBe(0);
    const { url } = JSON.parse(home.run(['daemon', 'status', '--json']).out);
    const token = readFileSync(home.file('.local', 'share', 'hansard', 'server-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await post('/v1/sessions/served', { agent: 'mock' });
    await (await post('/v1/sessions/served/messages/stream', { message: 'before the editor' })).text();
    const child = hansard(['acp', '--attach', 'served']);
    const { run, told, textOf } = await editor(
      child,
      (options) => options.find(({ optionId }) => optionId === 'once' || optionId === '1')?.optionId ?? '',
    );
    await run(async (ask) => {
      await ask('initialize', INITIALIZE);
      await ask('session/load', { sessionId: 'served', cwd: home.path, mcpServers: [] });
      expect(textOf('user_message_chunk')).toEqual(['before the editor']);
      expect(await ask('session/prompt', says('served', 'permission'))).toMatchObject({ stopReason: 'end_turn' });
      expect(await ask('session/prompt', says('served', 'question'))).toMatchObject({ stopReason: 'end_turn' });
      expect(await ask('session/prompt', says('served', 'markdown'))).toMatchObject({ stopReason: 'end_turn' });
      child.stdin?.end();
    });
    expect(textOf('user_message_chunk')).toEqual(['before the editor']);
    const said = textOf('agent_message_chunk').join('');
    expect(said).toContain('It was allowed.');
    expect(said).toContain('The answer is: Blue, Two.');
    expect(textOf('agent_thought_chunk').join('')).toBe('The user wants to see markdown.');
    expect(told.find(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toMatchObject({
      title: 'bash: touch mock.txt',
    });
    expect(await ended(child)).toBe(0);
    // The session goes on without the editor.
    expect(await (await fetch(`${url}/v1/live/served`, { headers })).json()).toMatchObject({ ended: false });
  });

  it('names the server that is not there', () => {
    const ran = home.run(['acp', '--attach', 'nothing']);
    expect([ran.status, ran.err]).toEqual([2, expect.stringContaining('hansard daemon start')]);
  });
});

describe('a recorded wire', () => {
  it('acts as the agent, says where it was spoken to otherwise, and ends as the agent did', () => {
    home.run(['run', 'mock', 'hello', 'again']);
    const folder = home.file('.local', 'share', 'hansard', 'live');
    const run = readdirSync(folder).find((name) => existsSync(join(folder, name, 'wire.jsonl'))) ?? '';
    const wire = join(folder, run, 'wire.jsonl');
    const again = home.run(['live', 'replay', wire], {
      input: '{"type":"message","id":"other","text":"hello again"}\n',
    });
    expect(again.out).toContain('"turn":"turn-');
    expect([again.status, again.err]).toEqual([0, '']);
    const other = home.run(['live', 'replay', '--strict', wire], {
      input: '{"type":"message","id":"other","text":"good bye"}\n',
    });
    expect([other.status, other.err]).toEqual([
      1,
      expect.stringContaining('/text: "hello again" then, "good bye" now'),
    ]);
  });

  it('can be the program of an agent that is run', () => {
    const agent = (command: string) => home.run(['config', 'set', 'live.agents', `acp=${command}`]);
    agent(`${process.execPath} ${MOCK} --acp`);
    const first = home.run(['run', 'acp', 'permission']);
    const folder = home.file('.local', 'share', 'hansard', 'live');
    const [run = ''] = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'wire.jsonl')));
    agent(`${process.execPath} ${BIN} live replay ${join(folder, run, 'wire.jsonl')} --`);
    const second = home.run(['run', 'acp', 'permission']);
    expect([second.status, second.out]).toEqual([0, first.out]);
    expect(second.out).toContain('It was not allowed.');
  });

  it('is told from other files', () => {
    expect(home.run(['live', 'replay', home.file('none.jsonl')]).err).toContain('There is no file');
    expect(home.run(['live', 'replay', BIN]).err).toContain('is no recorded wire');
  });
});
