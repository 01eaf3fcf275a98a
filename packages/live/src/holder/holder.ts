/**
 * A small process that owns the pipes of one agent. It goes on when whoever started it is killed, and so does the agent;
 * the next one finds everything in the wire. When the agent ends, so does the holder, and nothing is left of the run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expandedJson } from '../mcp-secrets.ts';
import type { ProcessNote } from '../process-note.ts';
import { endAll } from '../processes/end-all.ts';
import { isRunning, kill, MARKER, noteProcess } from '../processes/process-list.ts';
import { LineSplitter } from '../wire/split-lines.ts';
import { WireFile } from '../wire/wire-file.ts';
import { HttpAgent } from './http-agent.ts';
import type { HolderSpec, Order, OutLine, StopTimes } from './protocol.ts';
import { StderrEnds } from './stderr-ends.ts';

/** A holder that nobody has spoken to for so long ends its agent. */
const ABANDONED_MS = 24 * 3600 * 1000;
/** In which whoever started it connects. */
const MEET_MS = 5000;
const ABANDONED: StopTimes = { endMs: 5000, termMs: 5000, reason: 'nobody came back to it' };

export class Holder {
  readonly #spec: HolderSpec;
  readonly #secrets: Record<string, string>;
  readonly #wire: WireFile;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #stderr = new StderrEnds();
  readonly #agent: ChildProcess;
  #http: HttpAgent | undefined;
  readonly #exited: Promise<void>;
  #noted: ProcessNote | undefined;
  #stop: StopTimes | undefined;
  #abandoned: NodeJS.Timeout | undefined;
  #failed: string | undefined;
  readonly #met: Promise<void>;
  #meet: () => void = () => {};

  constructor(spec: HolderSpec) {
    this.#spec = spec;
    this.#secrets = { ...spec.secrets };
    this.#met = new Promise((resolve) => {
      this.#meet = resolve;
    });
    this.#wire = new WireFile(join(spec.folder, 'wire.jsonl'), spec.header);
    const http = spec.http && HttpAgent.prepare(spec.http);
    this.#agent = spawn(spec.command, [...spec.args, ...(http?.args ?? [])], {
      cwd: spec.directory,
      env: { ...spec.env, ...http?.env, [MARKER]: spec.run },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    this.#exited = this.#listenToAgent();
    if (http) this.#http = http.start((msg) => this.#add('out', msg));
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#wait();
  }

  async run(): Promise<void> {
    process.on('SIGTERM', () => void this.stop({ endMs: 1000, termMs: 3000, reason: 'the holder was ended' }));
    process.on('SIGINT', () => {});
    if (this.#agent.pid !== undefined) this.#noted = noteProcess(this.#agent.pid);
    await this.#listen();
    this.#writeState();
    await this.#exited;
    // An agent that fails at once has ended before anybody could ask.
    await Promise.race([this.#met, new Promise((resolve) => setTimeout(resolve, MEET_MS).unref())]);
    await this.#finish();
  }

  #listenToAgent(): Promise<void> {
    const { stdout, stderr, stdin } = this.#agent;
    const pipe = (dir: 'out' | 'err', stream: NodeJS.ReadableStream | null) => {
      const lines = new LineSplitter();
      stream?.on('data', (chunk: Uint8Array) => this.#addLines(dir, lines.push(chunk)));
      stream?.on('end', () => this.#addLines(dir, lines.finish()));
    };
    pipe('out', stdout);
    pipe('err', stderr);
    // An agent that has gone takes no more: its end is told anyway.
    stdin?.on('error', () => {});
    return new Promise((resolve) => {
      this.#agent.on('error', (error) => {
        this.#failed = error.message;
        if (this.#agent.pid === undefined) resolve();
      });
      // Commands that it left behind may keep its output open.
      this.#agent.on('exit', () => setTimeout(resolve, 200).unref());
      this.#agent.on('close', () => resolve());
    });
  }

  #listen(): Promise<void> {
    const { socket } = this.#spec;
    return new Promise((resolve, reject) => {
      this.#server.on('error', reject);
      this.#server.listen(socket, () => {
        if (process.platform !== 'win32') chmodSync(socket, 0o600);
        resolve();
      });
    });
  }

  #writeState(): void {
    const { run, folder, socket } = this.#spec;
    const holder = noteProcess(process.pid);
    const state = { run, holder, agent: this.#noted, socket };
    writeFileSync(join(folder, 'state.json'), `${JSON.stringify(state)}\n`, { mode: 0o600 });
  }

  #welcome(socket: Socket): void {
    clearTimeout(this.#abandoned);
    this.#meet();
    this.#sockets.add(socket);
    const lines = new LineSplitter();
    socket.on('data', (chunk) => {
      for (const line of lines.push(chunk)) this.#obey(JSON.parse(Buffer.from(line).toString('utf8')) as Order);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#wait();
    });
    this.#report(socket);
  }

  #wait(): void {
    if (this.#sockets.size > 0) return;
    this.#abandoned = setTimeout(() => void this.stop(ABANDONED), ABANDONED_MS);
  }

  #obey(order: Order): void {
    if ('lines' in order) for (const line of order.lines) this.#pass(line);
    else if ('secrets' in order) Object.assign(this.#secrets, order.secrets);
    else if ('signal' in order) this.#signal(order.signal);
    else void this.stop(order.stop);
  }

  /** In the wire first. */
  #pass({ dir, msg, expands }: OutLine): void {
    this.#add(dir, msg);
    if (dir !== 'in') return;
    const text = JSON.stringify(msg);
    const passed = expands ? expandedJson(text, this.#secrets) : text;
    if (this.#http) this.#http.ask(passed === text ? msg : JSON.parse(passed));
    else if (this.#agent.stdin?.writable) this.#agent.stdin.write(`${passed}\n`);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#noted) kill(this.#noted, signal);
  }

  /** End of input, a request to end, then the whole tree. Told again, it goes on as it began. */
  async stop(times: StopTimes): Promise<void> {
    if (this.#stop) return;
    this.#stop = times;
    this.#agent.stdin?.end();
    this.#http?.close();
    if (this.#http || !(await this.#within(times.endMs))) this.#signal('SIGTERM');
    if (!(await this.#within(times.termMs))) await endAll(this.#spec.run, this.#noted ? [this.#noted] : []);
  }

  async #within(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const inTime = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  }

  /** Commands of the agent may have outlived it. */
  async #finish(): Promise<void> {
    const { exitCode, signalCode } = this.#agent;
    if (this.#noted && isRunning(this.#noted)) kill(this.#noted, 'SIGKILL');
    await endAll(this.#spec.run, []);
    const stderr = this.#stderr.text;
    this.#add('exit', {
      code: exitCode,
      signal: signalCode,
      ...(this.#stop?.paused ? { paused: true } : {}),
      ...(this.#stop ? { by: 'daemon' } : {}),
      ...(this.#stop?.reason === undefined ? {} : { reason: this.#stop.reason }),
      ...(this.#failed === undefined ? {} : { message: this.#failed }),
      ...(stderr === '' ? {} : { stderr }),
    });
    this.#http?.close();
    this.#wire.close();
    for (const socket of this.#sockets) socket.end(`${JSON.stringify({ bytes: this.#wire.bytes, ended: true })}\n`);
    this.#server.close();
    clearTimeout(this.#abandoned);
    rmSync(join(this.#spec.folder, 'state.json'), { force: true });
    if (process.platform !== 'win32') rmSync(this.#spec.socket, { force: true });
  }

  #add(dir: 'in' | 'out' | 'note' | 'exit', msg: unknown): void {
    this.#wire.add(dir, msg);
    this.#tell();
  }

  #addLines(dir: 'out' | 'err', lines: readonly Uint8Array[]): void {
    if (lines.length === 0) return;
    if (dir === 'err') this.#stderr.add(lines);
    this.#wire.addLines(dir, lines);
    this.#tell();
  }

  #tell(): void {
    for (const socket of this.#sockets) this.#report(socket);
  }

  /** Whoever has not taken the last report reads further than it said anyway. */
  #report(socket: Socket): void {
    if (socket.writable && socket.writableLength === 0)
      socket.write(`${JSON.stringify({ bytes: this.#wire.bytes })}\n`);
    else if (socket.writable) socket.once('drain', () => this.#report(socket));
  }
}
