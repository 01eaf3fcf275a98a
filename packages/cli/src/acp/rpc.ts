/** JSON-RPC over lines, as the Agent Client Protocol has it: requests of both sides, answers, notifications. */
export interface RpcHandlers {
  /** What it gives is the answer; what it throws is told as an error. */
  request(method: string, params: Params): Promise<unknown>;
  notified(method: string, params: Params): void;
}

export type Params = Readonly<Record<string, unknown>>;

export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;
const INTERNAL = -32603;

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export class Rpc {
  readonly #write: (line: string) => void;
  readonly #handlers: RpcHandlers;
  readonly #waiting = new Map<unknown, (answer: Message) => void>();
  #made = 0;

  constructor(write: (line: string) => void, handlers: RpcHandlers) {
    this.#write = write;
    this.#handlers = handlers;
  }

  hear(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      this.#send({ id: null, error: { code: PARSE_ERROR, message: 'This is no JSON.' } });
      return;
    }
    if (typeof message !== 'object' || message === null) return;
    const { id, method } = message;
    if (typeof method !== 'string') this.#waiting.get(id)?.(message);
    else if (id === undefined) this.#handlers.notified(method, paramsOf(message));
    else void this.#answer(id, method, paramsOf(message));
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  /** Undefined when it was answered with an error. */
  async ask(method: string, params: object): Promise<unknown> {
    const id = `hansard-${++this.#made}`;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    const { result } = await answered;
    this.#waiting.delete(id);
    return result;
  }

  async #answer(id: unknown, method: string, params: Params): Promise<void> {
    try {
      this.#send({ id, result: (await this.#handlers.request(method, params)) ?? {} });
    } catch (error) {
      const code = error instanceof RpcError ? error.code : INTERNAL;
      this.#send({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
    }
  }

  #send(message: object): void {
    this.#write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

const paramsOf = ({ params }: Message): Params =>
  typeof params === 'object' && params !== null ? (params as Params) : {};
