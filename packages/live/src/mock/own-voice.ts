/** The mock's own protocol: one JSON object a line. The adapter of the mock in core reads it. */
import type { MockFlags } from './flags.ts';
import type { Listener, MockQuestion, TurnEnd, Voice } from './voice.ts';
import type { LineWriter } from './writer.ts';

export const PROTOCOL = 1;
/** One grey pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgALi2r8l2QAAAABJRU5ErkJggg==';

type Line = Record<string, unknown>;

export class OwnVoice implements Voice {
  readonly #out: LineWriter;
  readonly #waiting = new Map<string, (answer: Line | undefined) => void>();
  #made = 0;
  #prefix = '';

  constructor(out: LineWriter) {
    this.#out = out;
  }

  async hello({ session, resumed }: MockFlags, version: string): Promise<void> {
    // A session that goes on must not use ids again.
    this.#prefix = resumed ? `${Date.now().toString(36)}.` : '';
    const state = resumed ? { resumed: true } : {};
    await this.#out.write({ type: 'hello', hansardMock: PROTOCOL, session, version, model: 'mock-1', ...state });
  }

  /** A line to the mock. */
  hear(line: Line, listener: Listener): void {
    if (line['type'] === 'message' && typeof line['text'] === 'string') {
      const { id, text, attachments } = line;
      listener.prompt({ id: String(id), text, ...(Array.isArray(attachments) ? { attachments } : {}) });
    } else if (line['type'] === 'interrupt') listener.interrupt();
    else if (line['type'] === 'answer') this.#answer(String(line['id']), line);
  }

  /** Whoever waits for an answer no longer does. */
  async withdraw(): Promise<void> {
    for (const id of [...this.#waiting.keys()]) {
      await this.#out.write({ type: 'withdrawn', id });
      this.#answer(id, undefined);
    }
  }

  turnStarted = (turn: string): Promise<void> => this.#out.write({ type: 'turn', phase: 'started', turn });

  async turnEnded(turn: string, end: TurnEnd): Promise<void> {
    await this.withdraw();
    await this.#out.write({ type: 'turn', phase: end, turn });
  }

  async says(kind: 'text' | 'reasoning', pieces: Iterable<string>): Promise<void> {
    const id = this.#id('say');
    let output = 0;
    await this.#out.write({ type: kind, id });
    for (const text of pieces) {
      output++;
      await this.#out.write({ type: 'delta', id, text });
    }
    await this.#out.write({ type: 'done', id, usage: { input: 10, output } });
  }

  async calls(name: string, input: object): Promise<string> {
    const id = this.#id('call');
    await this.#out.write({ type: 'tool_call', id, name, input });
    return id;
  }

  returns: Voice['returns'] = (call, result) => this.#out.write({ type: 'tool_result', call, ...result });
  edits: Voice['edits'] = (call, file) => this.#out.write({ type: 'file', call, action: 'patch', ...file });
  status: Voice['status'] = (label, detail) => this.#out.write({ type: 'status', label, detail });
  image = () => this.#out.write({ type: 'image', id: this.#id('image'), mime: 'image/png', data: PIXEL });
  unknown = () => this.#out.write({ type: 'item', text: 'An item of a kind that nobody knows' });
  unparsed = () => this.#out.write({ type: 'not-in-the-protocol', payload: [1, 2, 3] });
  error = (message: string) => this.#out.write({ type: 'error', message, code: 'asked-for' });
  end = () => this.#out.write({ type: 'end' });

  async asksPermission(call: string, action: string, details: object): Promise<'once' | 'reject' | undefined> {
    const id = this.#id('permission');
    const answer = await this.#ask(id, { type: 'permission', id, call, action, details });
    if (!answer) return undefined;
    return answer['decision'] === 'once' ? 'once' : 'reject';
  }

  async asks(questions: readonly MockQuestion[]): Promise<readonly (readonly string[])[] | undefined> {
    const id = this.#id('question');
    const answer = await this.#ask(id, { type: 'question', id, questions });
    const answers = answer?.['answers'];
    return Array.isArray(answers) ? (answers as string[][]) : undefined;
  }

  async #ask(id: string, line: object): Promise<Line | undefined> {
    const answered = new Promise<Line | undefined>((resolve) => this.#waiting.set(id, resolve));
    await this.#out.write(line);
    return answered;
  }

  #answer(id: string, line: Line | undefined): void {
    this.#waiting.get(id)?.(line);
    this.#waiting.delete(id);
  }

  #id(kind: string): string {
    return `${this.#prefix}${kind}-${++this.#made}`;
  }
}
