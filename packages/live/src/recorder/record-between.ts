/**
 * Stands between a client and an agent that speak over pipes, and records what passes. Every byte is passed on as it came; a line is
 * in the wire before its end is. Recording never stands in the way: if the wire cannot be written, that is said once, and the two go on.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { StderrEnds } from '../holder/stderr-ends.ts';
import type { ProcessNote } from '../process-note.ts';
import { endAll } from '../processes/end-all.ts';
import { MARKER, noteProcess } from '../processes/process-list.ts';
import { LineSplitter } from '../wire/split-lines.ts';
import { WireFile } from '../wire/wire-file.ts';

export interface RecordedPair {
  readonly run: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly header: object;
  /** Where the wire is to be; asked for when the first line passes, so that nothing is left of a program that is not there. */
  readonly wire: () => string;
  readonly client: { readonly input: Readable; readonly output: Writable; readonly errors: Writable };
  readonly stopTimes?: { readonly endMs: number; readonly termMs: number };
  /** Tells the user. */
  readonly note: (text: string) => void;
}

const STOP = { endMs: 5000, termMs: 5000 };
/** Commands that the agent left behind may keep its output open. */
const LINGER_MS = 300;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

type Agent = ChildProcessByStdio<Writable, Readable, Readable>;

/** Until the agent has ended; gives its exit status as a shell would. Fails when it cannot be started. */
export async function recordBetween(pair: RecordedPair): Promise<{ status: number; isRecorded: boolean }> {
  const agent = spawn(pair.command, [...pair.args], {
    cwd: pair.directory,
    env: { ...pair.env, [MARKER]: pair.run },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  await new Promise<void>((resolve, reject) => {
    agent.once('spawn', resolve);
    agent.once('error', reject);
  });
  return new Recording(pair, agent).run();
}

class Recording {
  readonly #pair: RecordedPair;
  readonly #agent: Agent;
  readonly #noted: ProcessNote | undefined;
  readonly #stderr = new StderrEnds();
  #wire: WireFile | undefined;
  #hasFailed = false;
  #stopping = false;

  constructor(pair: RecordedPair, agent: Agent) {
    this.#pair = pair;
    this.#agent = agent;
    this.#noted = agent.pid === undefined ? undefined : noteProcess(agent.pid);
  }

  async run(): Promise<{ status: number; isRecorded: boolean }> {
    const { client } = this.#pair;
    const { stdin, stdout, stderr } = this.#agent;
    const forward = (signal: NodeJS.Signals) => void this.#stop(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    this.#pass('in', client.input, stdin);
    client.input.once('end', () => stdin.end());
    this.#pass('out', stdout, client.output);
    this.#pass('err', stderr, client.errors);
    // The editor has gone: nobody is left to speak to.
    client.output.on('error', () => void this.#stop('SIGTERM'));
    // An agent that has gone takes no more; its end is told anyway.
    stdin.on('error', () => {});
    client.errors.on('error', () => {});
    await this.#ended();
    for (const signal of SIGNALS) process.off(signal, forward);
    client.input.pause();
    return this.#finish();
  }

  #pass(dir: 'in' | 'out' | 'err', from: Readable, to: Writable): void {
    const lines = new LineSplitter();
    from.on('data', (chunk: Uint8Array) => {
      this.#record(dir, lines.push(chunk));
      if (!to.writable || to.write(chunk)) return;
      from.pause();
      to.once('drain', () => from.resume());
    });
    from.on('end', () => this.#record(dir, lines.finish()));
  }

  #record(dir: 'in' | 'out' | 'err', lines: readonly Uint8Array[]): void {
    if (lines.length === 0) return;
    if (dir === 'err') this.#stderr.add(lines);
    this.#safely(() => {
      // What a program says before anybody spoke to it is no session yet, but may be why there is none.
      this.#wire ??= new WireFile(this.#pair.wire(), this.#pair.header);
      this.#wire.addLines(dir, lines);
    });
  }

  #safely(write: () => void): void {
    if (this.#hasFailed) return;
    try {
      write();
    } catch (error) {
      this.#hasFailed = true;
      this.#pair.note(`Nothing more is recorded: ${(error as Error).message}`);
    }
  }

  #ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#agent.once('exit', () => setTimeout(resolve, LINGER_MS).unref());
      this.#agent.once('close', () => resolve());
    });
  }

  /** End of input, a request to end, then the whole tree. */
  async #stop(signal: NodeJS.Signals): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    const { endMs, termMs } = this.#pair.stopTimes ?? STOP;
    this.#agent.stdin.end();
    if (signal !== 'SIGTERM') this.#agent.kill(signal);
    if (await this.#within(endMs)) return;
    this.#agent.kill('SIGTERM');
    if (await this.#within(termMs)) return;
    await endAll(this.#pair.run, this.#noted ? [this.#noted] : []);
  }

  #within(ms: number): Promise<boolean> {
    if (this.#agent.exitCode !== null || this.#agent.signalCode !== null) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#agent.once('exit', () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  async #finish(): Promise<{ status: number; isRecorded: boolean }> {
    const { exitCode: code, signalCode: signal } = this.#agent;
    await endAll(this.#pair.run, []);
    const stderr = this.#stderr.text;
    const exit = { code, signal, ...(this.#stopping ? { by: 'editor' } : {}), ...(stderr === '' ? {} : { stderr }) };
    this.#safely(() => {
      this.#wire?.add('exit', exit);
      this.#wire?.close();
    });
    const status = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    return { status, isRecorded: this.#wire !== undefined };
  }
}
