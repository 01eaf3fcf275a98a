/** `hansard run` with the mock, through the real command. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { marked } from '@hansard/live/processes/process-list.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN, hasTerminal, TestHome } from '../testing/command.ts';

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

it('says what the agent says, and keeps it', () => {
  const ran = home.run(['run', 'mock', 'hello']);
  expect([ran.status, ran.out]).toEqual([0, expect.stringContaining('hello')]);
  expect(JSON.parse(home.run(['sessions', '--json']).out)).toMatchObject({
    sessions: [{ agent: 'mock', title: 'hello' }],
  });
});

it('refuses once what is asked where nobody can answer', () => {
  const ran = home.run(['run', 'mock', 'question']);
  expect(ran.err.match(/nobody is there to answer/g)).toHaveLength(1);
  expect([ran.status, ran.err]).toEqual([0, expect.not.stringContaining('Error')]);
});

it.skipIf(process.platform !== 'linux')('leaves no agent behind when the terminal is closed', async () => {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, [BIN, 'run', 'mock', 'sleep'], {
    cwd: home.path,
    env: home.env,
    stdio: [...stdio],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => String(text).includes('sleep 60') && resolve());
  });
  const runs = home.runs();
  expect(runs.flatMap(marked)).not.toEqual([]);
  child.kill('SIGHUP');
  await ended;
  expect(runs.flatMap(marked)).toEqual([]);
});

it.skipIf(process.platform !== 'linux').each(['SIGHUP', 'SIGINT'] as const)(
  'leaves no agent behind when it is given up while the agent starts: %s',
  async (signal) => {
    home.run(['config', 'set', 'live.agents', 'mock=--delay 60000']);
    const child = spawn(process.execPath, [BIN, 'run', 'mock', 'hello'], {
      cwd: home.path,
      env: home.env,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => home.runs().flatMap(marked).length, { timeout: 30_000 }).toBeGreaterThan(0);
    child.kill(signal);
    await ended;
    expect(home.runs().flatMap(marked)).toEqual([]);
  },
);

it('tells why an agent did not start', () => {
  home.run(['config', 'set', 'live.agents', 'mock=--nonsense']);
  const ran = home.run(['run', 'mock', 'hello']);
  expect([ran.status, ran.err]).toEqual([2, expect.stringContaining('does not know --nonsense')]);
});

/** A terminal that is typed into. */
class Typed {
  readonly ended: Promise<number | null>;
  #shown = '';
  readonly #child: ChildProcess;
  #more: () => void = () => {};

  constructor(args: readonly string[]) {
    // A shell in between would be ended by Ctrl-C, too.
    const line = `exec ${[process.execPath, BIN, ...args].map((word) => `'${word}'`).join(' ')}`;
    const env = { ...home.env, TERM: 'xterm' };
    this.#child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: home.path,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (text) => {
      this.#shown += String(text);
      this.#more();
    });
    this.ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Until it shows the text, behind whatever was waited for before. */
  async shows(text: string): Promise<void> {
    while (!this.#shown.includes(text))
      await new Promise<void>((resolve) => {
        this.#more = resolve;
      });
    this.#shown = this.#shown.slice(this.#shown.indexOf(text) + text.length);
  }
}

const CTRL_C = '\u0003';

it.skipIf(!hasTerminal)(
  'interrupts the agent at an open permission by Ctrl-C, and ends by a second one',
  async () => {
    const terminal = new Typed(['run', 'mock']);
    await terminal.shows('> ');
    terminal.type('permission\n');
    await terminal.shows('Allow?');
    const [run = ''] = home.runs();
    expect(marked(run)).not.toEqual([]);
    terminal.type(CTRL_C);
    await terminal.shows('Interrupted. Ctrl-C again ends the session.');
    terminal.type(CTRL_C);
    await terminal.shows('Ending the agent.');
    await terminal.ended;
    expect(home.runs().flatMap((one) => marked(one))).toEqual([]);
    const wire = readFileSync(home.file('.local', 'share', 'hansard', 'live', run, 'wire.jsonl'), 'utf8');
    const lines = wire
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ dir: 'exit', msg: { by: 'daemon' } });
    expect(lines.filter(({ msg }) => msg?.interrupt ?? msg?.terminate)).toHaveLength(2);
    const [{ id }] = JSON.parse(home.run(['sessions', '--json']).out).sessions;
    const events = home.run(['export', id, '--to', 'universal']).out;
    expect(events).toMatch(/"permission.resolved".*"status":"reject"/);
  },
  60_000,
);

it.skipIf(!hasTerminal)(
  'goes on after one Ctrl-C at an open permission',
  async () => {
    const terminal = new Typed(['run', 'mock']);
    await terminal.shows('> ');
    terminal.type('permission\n');
    await terminal.shows('Allow?');
    terminal.type(CTRL_C);
    await terminal.shows('> ');
    terminal.type('hello again\n');
    await terminal.shows('hello again');
    await terminal.shows('again');
    await terminal.shows('> ');
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(0);
    expect(home.runs().flatMap((one) => marked(one))).toEqual([]);
  },
  60_000,
);
