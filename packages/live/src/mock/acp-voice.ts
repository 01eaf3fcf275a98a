/** The mock as an agent of the Agent Client Protocol, version 1. */
import type { MockFlags } from './flags.ts';
import { PIXEL } from './own-voice.ts';
import type { Listener, MockQuestion, TurnEnd, Voice } from './voice.ts';
import type { LineWriter } from './writer.ts';

type Line = Record<string, unknown>;

const STOP_REASONS: Readonly<Record<TurnEnd, string>> = {
  completed: 'end_turn',
  interrupted: 'cancelled',
  failed: 'refusal',
};
const MODES = {
  currentModeId: 'default',
  availableModes: [
    { id: 'default', name: 'Default' },
    { id: 'plan', name: 'Plan' },
  ],
};
const PERMISSION_OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const METHOD_NOT_FOUND = -32601;

export class AcpVoice implements Voice {
  readonly #out: LineWriter;
  readonly #flags: MockFlags;
  readonly #version: string;
  readonly #waiting = new Map<number, (result: Line | undefined) => void>();
  /** Prompts that wait for the end of their turn, by turn. */
  readonly #prompts = new Map<string, unknown>();
  #made = 0;
  #requests = 0;

  constructor(out: LineWriter, flags: MockFlags, version: string) {
    this.#out = out;
    this.#flags = flags;
    this.#version = version;
  }

  async hear(line: Line, listener: Listener): Promise<void> {
    const { id, method, params } = line as { id?: unknown; method?: string; params?: Line };
    if (method === undefined) this.#answered(line);
    else if (method === 'session/cancel') listener.interrupt();
    else if (method === 'session/prompt') this.#prompt(id, params ?? {}, listener);
    else if (id !== undefined) await this.#reply(id, method);
  }

  #prompt(id: unknown, params: Line, listener: Listener): void {
    const blocks = Array.isArray(params['prompt']) ? (params['prompt'] as Line[]) : [];
    const text = blocks.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n');
    const name = `p${++this.#made}`;
    this.#prompts.set(`turn-${name}`, id);
    listener.prompt({ id: name, text });
  }

  async #reply(id: unknown, method: string): Promise<void> {
    const { session } = this.#flags;
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: 1,
        agentInfo: { name: 'hansard-mock', title: 'Mock agent', version: this.#version },
        agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
        authMethods: [],
      },
      'session/new': { sessionId: session, modes: MODES },
      'session/load': { modes: MODES },
      'session/set_mode': {},
    };
    const result = Object.hasOwn(results, method) ? results[method] : undefined;
    const error = { code: METHOD_NOT_FOUND, message: `The mock has no ${method}.` };
    await this.#out.write({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) });
  }

  turnStarted = async (): Promise<void> => {};

  async turnEnded(turn: string, end: TurnEnd): Promise<void> {
    await this.withdraw();
    const id = this.#prompts.get(turn);
    this.#prompts.delete(turn);
    await this.#out.write({ jsonrpc: '2.0', id, result: { stopReason: STOP_REASONS[end] } });
  }

  async withdraw(): Promise<void> {
    for (const answer of this.#waiting.values()) answer(undefined);
    this.#waiting.clear();
  }

  async says(kind: 'text' | 'reasoning', pieces: Iterable<string>): Promise<void> {
    const sessionUpdate = kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk';
    const messageId = `say-${++this.#made}`;
    for (const text of pieces) await this.#update({ sessionUpdate, messageId, content: { type: 'text', text } });
  }

  async calls(name: string, input: object): Promise<string> {
    const toolCallId = `call-${++this.#made}`;
    const kind = name === 'bash' ? 'execute' : name === 'edit' ? 'edit' : 'other';
    await this.#update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: name,
      kind,
      status: 'pending',
      rawInput: input,
    });
    return toolCallId;
  }

  returns: Voice['returns'] = (toolCallId, { status, output }) =>
    this.#update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: status === 'ok' ? 'completed' : 'failed',
      content: [{ type: 'content', content: { type: 'text', text: output } }],
    });

  edits: Voice['edits'] = (toolCallId, { path }) =>
    this.#update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      content: [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }],
    });

  status: Voice['status'] = (content, _detail) =>
    this.#update({ sessionUpdate: 'plan', entries: [{ content, priority: 'low', status: 'in_progress' }] });

  image = (): Promise<void> =>
    this.#update({
      sessionUpdate: 'agent_message_chunk',
      messageId: `image-${++this.#made}`,
      content: { type: 'image', mimeType: 'image/png', data: PIXEL },
    });

  unknown = (): Promise<void> => this.#update({ sessionUpdate: 'mock_item', text: 'Nobody knows this kind.' });
  unparsed = (): Promise<void> => this.#out.write({ jsonrpc: '2.0', nothing: true });
  error = async (message: string): Promise<void> => this.says('text', [message]);
  end = async (): Promise<void> => {};

  async asksPermission(toolCallId: string, title: string): Promise<'once' | 'reject' | undefined> {
    const toolCall = { toolCallId, title };
    const result = await this.#ask('session/request_permission', { toolCall, options: PERMISSION_OPTIONS });
    const outcome = (result?.['outcome'] ?? {}) as Line;
    if (outcome['outcome'] !== 'selected') return undefined;
    return outcome['optionId'] === 'no' ? 'reject' : 'once';
  }

  /** The protocol has forms: each question is a field. */
  async asks(questions: readonly MockQuestion[]): Promise<readonly (readonly string[])[] | undefined> {
    const fields = questions.map(({ prompt, options }, i) => [
      `q${i}`,
      { type: 'string', title: prompt, enum: options },
    ]);
    const requestedSchema = { type: 'object', properties: Object.fromEntries(fields) };
    const message = questions.map(({ prompt }) => prompt).join(' ');
    const result = await this.#ask('elicitation/create', { mode: 'form', message, requestedSchema });
    if (result?.['action'] !== 'accept') return undefined;
    const content = (result['content'] ?? {}) as Line;
    return questions.map((_, i) => [String(content[`q${i}`] ?? '')]);
  }

  #ask(method: string, params: object): Promise<Line | undefined> {
    const id = this.#requests++;
    const { session: sessionId } = this.#flags;
    const answered = new Promise<Line | undefined>((resolve) => this.#waiting.set(id, resolve));
    return this.#out.write({ jsonrpc: '2.0', id, method, params: { sessionId, ...params } }).then(() => answered);
  }

  #answered({ id, result }: Line): void {
    this.#waiting.get(id as number)?.(result as Line | undefined);
    this.#waiting.delete(id as number);
  }

  #update(update: object): Promise<void> {
    const { session: sessionId } = this.#flags;
    return this.#out.write({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
  }
}
