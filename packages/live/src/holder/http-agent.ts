/**
 * An agent that is a server. The holder is its client: requests and answers, and the events of its stream, are lines of the
 * wire. The stream of such agents has no replay, so a break is told, and the driver asks for what it missed.
 */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { LineSplitter } from '../wire/split-lines.ts';
import type { HttpSpec } from './protocol.ts';

interface Asked {
  readonly request: number;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const RETRY_MS = 50;
const LATEST_RETRY_MS = 1000;
/** In which a server says that it is there. One that still begins may take a request and never answer it (OpenCode 1.18). */
const ANSWER_MS = 3000;

export class HttpAgent {
  readonly #spec: HttpSpec;
  readonly #port: number;
  readonly #authorization: string;
  readonly #tell: (msg: unknown) => void;
  readonly #waiting: Asked[] = [];
  readonly #answerMs: number;
  #isReady = false;
  #closed = false;
  #stream: IncomingMessage | undefined;

  private constructor(
    spec: HttpSpec,
    { port, password, answerMs }: { port: number; password: string; answerMs: number },
    tell: (msg: unknown) => void,
  ) {
    this.#spec = spec;
    this.#port = port;
    this.#answerMs = answerMs;
    this.#authorization = `Basic ${Buffer.from(`${spec.user}:${password}`).toString('base64')}`;
    this.#tell = tell;
    void this.#connect();
  }

  /** A port that is free now, and a password that nobody else knows. */
  static prepare(spec: HttpSpec) {
    const password = randomBytes(24).toString('base64url');
    const port = 20_000 + (randomBytes(2).readUInt16BE() % 30_000);
    return {
      args: ['--hostname', '127.0.0.1', '--port', String(port)],
      env: { [spec.passwordVariable]: password },
      start: (tell: (msg: unknown) => void, { answerMs = ANSWER_MS } = {}) =>
        new HttpAgent(spec, { port, password, answerMs }, tell),
    };
  }

  /** Requests wait until the server is there. */
  ask(msg: unknown): void {
    if (this.#isReady) void this.#perform(msg as Asked);
    else this.#waiting.push(msg as Asked);
  }

  close(): void {
    this.#closed = true;
    this.#stream?.destroy();
  }

  async #connect(): Promise<void> {
    for (let wait = RETRY_MS; !this.#closed; wait = Math.min(wait * 2, LATEST_RETRY_MS)) {
      if (await this.#isHealthy()) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    while (!this.#closed) {
      await this.#follow();
      if (this.#closed) return;
      this.#tell({ stream: 'broken' });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async #isHealthy(): Promise<boolean> {
    const answer = await this.#send('GET', this.#spec.health, undefined, this.#answerMs);
    return answer.status === 200;
  }

  /** Until the stream ends. */
  #follow(): Promise<void> {
    return new Promise((resolve) => {
      const asked = request(this.#options('GET', this.#spec.events, { accept: 'text/event-stream' }), (response) => {
        const lines = new LineSplitter();
        this.#stream = response;
        this.#ready();
        response.on('data', (chunk: Uint8Array) => {
          for (const line of lines.push(chunk)) this.#event(Buffer.from(line).toString('utf8'));
        });
        response.on('close', resolve);
        response.on('error', () => {});
      });
      asked.on('error', () => resolve());
      asked.end();
    });
  }

  #ready(): void {
    this.#isReady = true;
    this.#tell({ stream: 'open' });
    for (const asked of this.#waiting.splice(0)) void this.#perform(asked);
  }

  #event(line: string): void {
    if (!line.startsWith('data:')) return;
    try {
      this.#tell(JSON.parse(line.slice('data:'.length)));
    } catch {
      this.#tell(line);
    }
  }

  async #perform({ request: id, method, path, body }: Asked): Promise<void> {
    const { status, text } = await this.#send(method, path, body);
    this.#tell({ response: id, status, ...(text === '' ? {} : { body: parsed(text) }) });
  }

  /** Other requests take as long as they take. */
  #send(method: string, path: string, body?: unknown, withinMs?: number): Promise<{ status: number; text: string }> {
    const data = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = data === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve) => {
      const asked = request(this.#options(method, path, headers), (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        const done = () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        response.on('end', done);
        response.on('error', done);
      });
      if (withinMs !== undefined) asked.setTimeout(withinMs, () => asked.destroy(new Error('No answer came.')));
      asked.on('error', (error) => resolve({ status: 0, text: JSON.stringify({ error: error.message }) }));
      asked.end(data);
    });
  }

  #options(method: string, path: string, headers: Record<string, string>) {
    return {
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: { authorization: this.#authorization, ...headers },
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
