/** Starts a holder, and speaks with one: from the side of whoever drives the agent. */
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { LineSplitter } from '../wire/split-lines.ts';
import type { HolderSpec, Order, Report } from './protocol.ts';

const READY_MS = 20_000;
const RETRY_MS = 10;

export interface HolderEvents {
  /** The wire is so long now. */
  grown(bytes: number): void;
  /** The agent ended and all is in the wire, or the holder itself is gone. */
  gone(isEnded: boolean): void;
}

/** `program` is the holder's file. It outlives this process. */
export async function startHolder(program: string, spec: HolderSpec, events: HolderEvents): Promise<HolderLink> {
  const child = spawn(process.execPath, ['--no-warnings', program], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: holderEnvironment(spec),
    windowsHide: true,
  });
  let words = '';
  child.stderr.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-4000);
  });
  const failed = new Promise<never>((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the holder ended with ${code}: ${words.trim()}`)));
  });
  failed.catch(() => {});
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(spec));
  const link = await Promise.race([connectHolder(spec.socket, events, READY_MS), failed]);
  child.stderr.destroy();
  child.unref();
  return link;
}

/** Nothing but what Node needs, and the mark by which it is found. */
function holderEnvironment({ run, env }: HolderSpec): Record<string, string> {
  const { PATH = '', SystemRoot } = env;
  return { PATH, HANSARD_HOLDER: run, ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}

/** Waits until somebody listens there. */
export async function connectHolder(path: string, events: HolderEvents, waitMs: number): Promise<HolderLink> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return new HolderLink(await opened(path), events);
    } catch (error) {
      if (Date.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function opened(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

export class HolderLink {
  readonly #socket: Socket;
  #isEnded = false;

  constructor(socket: Socket, events: HolderEvents) {
    this.#socket = socket;
    const lines = new LineSplitter();
    socket.on('data', (chunk) => {
      const reports = lines.push(chunk).map((line) => JSON.parse(Buffer.from(line).toString('utf8')) as Report);
      const last = reports.at(-1);
      if (!last) return;
      this.#isEnded ||= last.ended === true;
      events.grown(last.bytes);
    });
    socket.on('error', () => {});
    socket.on('close', () => events.gone(this.#isEnded));
  }

  send(order: Order): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(order)}\n`);
  }

  /** Lets go of it; the agent goes on. */
  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }
}
