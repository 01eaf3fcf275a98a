/**
 * Writes logs as one agent does, for tests of the page: a session is made by saying what happens in it. Only the fields
 * that matter are there.
 */
type Json = Record<string, unknown>;

export interface CallOptions {
  readonly output?: string | readonly Json[];
  readonly error?: boolean;
  readonly result?: unknown;
  /** Milliseconds until the result. */
  readonly takes?: number;
  /** Without it the result follows at once. */
  readonly open?: boolean;
}

const CWD = '/home/dev/shop';

export class NativeLog {
  readonly sessionId: string;
  /** Below the home folder. */
  readonly path: string;
  readonly #agentId: string | undefined;
  #time: number;
  #count = 0;
  readonly #lines: string[] = [];

  constructor(sessionId: string, start: number, agentId?: string) {
    const folder = `.claude/projects/${CWD.replaceAll('/', '-')}`;
    this.sessionId = sessionId;
    this.#agentId = agentId;
    this.#time = start;
    this.path = `${folder}/${sessionId}${agentId ? `/subagents/agent-${agentId}` : ''}.jsonl`;
  }

  get time(): number {
    return this.#time;
  }

  wait(ms: number): this {
    this.#time += ms;
    return this;
  }

  record(type: string, fields: Json): this {
    this.#time += 250;
    const number = String(++this.#count).padStart(12, '0');
    const record = {
      parentUuid: null,
      isSidechain: this.#agentId !== undefined,
      ...(this.#agentId ? { agentId: this.#agentId } : {}),
      userType: 'external',
      cwd: CWD,
      sessionId: this.sessionId,
      version: '2.1.119',
      gitBranch: 'main',
      type,
      uuid: `${this.#agentId?.slice(-8) ?? this.sessionId.slice(0, 8)}-0000-4000-8000-${number}`,
      timestamp: new Date(this.#time).toISOString(),
      ...fields,
    };
    this.#lines.push(`${JSON.stringify(record)}\n`);
    return this;
  }

  prompt(text: string): this {
    return this.record('user', { message: { role: 'user', content: text } });
  }

  say(text: string): this {
    return this.#assistant({ type: 'text', text });
  }

  think(thinking: string): this {
    return this.#assistant({ type: 'thinking', thinking, signature: 'c2ln' });
  }

  /** A call, and its result unless it is left open. Returns the call's id. */
  call(name: string, input: unknown, options: CallOptions = {}): string {
    const id = `toolu_${this.sessionId.slice(0, 4)}${this.#agentId ?? ''}${this.#count}`;
    this.#assistant({ type: 'tool_use', id, name, input });
    if (!options.open) this.result(id, options);
    return id;
  }

  result(callId: string, { output = '', error = false, result, takes = 400 }: CallOptions = {}): this {
    this.#time += takes;
    const block = { tool_use_id: callId, type: 'tool_result', content: output, ...(error ? { is_error: true } : {}) };
    return this.record('user', {
      message: { role: 'user', content: [block] },
      ...(result === undefined ? {} : { toolUseResult: result }),
    });
  }

  #assistant(block: Json): this {
    const usage = { input_tokens: 900, cache_read_input_tokens: 8000, output_tokens: 120 };
    return this.record('assistant', {
      message: {
        id: `msg_${this.sessionId.slice(0, 6)}${this.#agentId ?? ''}${this.#count}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5-20250929',
        content: [block],
        usage,
      },
    });
  }

  /** What was written since it was taken last. */
  take(): string {
    return this.#lines.splice(0).join('');
  }
}
