/**
 * What the mock does with a message: the words of its first line are commands, anything else is repeated. One message
 * after the other; an interrupt ends the one under way.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { MockFlags } from './flags.ts';
import type { Listener, Prompt, Voice } from './voice.ts';

/** In the order in which `demo` goes through them. */
const DEMO = ['tool', 'markdown', 'status', 'image', 'unknown', 'permission', 'question', 'error', 'unparsed'] as const;

const MARKDOWN = ['# A heading\n\n', 'A list:\n\n', '- one\n- **two**\n\n', '```js\n', 'const answer = 42;\n', '```\n'];

class Interrupted extends Error {}

export class Script implements Listener {
  readonly #voice: Voice & { withdraw?(): Promise<void> };
  readonly #flags: MockFlags;
  readonly #queue: Prompt[] = [];
  readonly #done: () => void;
  #working = false;
  #interrupted = false;
  #over = false;
  #shell: ChildProcess | undefined;

  /** `done`: there is nothing more to do, and nobody to say it to. */
  constructor(voice: Voice & { withdraw?(): Promise<void> }, flags: MockFlags, done: () => void) {
    this.#voice = voice;
    this.#flags = flags;
    this.#done = done;
  }

  prompt(prompt: Prompt): void {
    this.#queue.push(prompt);
    void this.#work();
  }

  interrupt(): void {
    if (!this.#working || this.#flags.hang) return;
    this.#interrupted = true;
    this.#shell?.kill('SIGKILL');
    void this.#voice.withdraw?.();
  }

  ended(): void {
    this.#over = true;
    if (!this.#working) this.#done();
    else void this.#voice.withdraw?.();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let prompt = this.#queue.shift(); prompt && !this.#over; prompt = this.#queue.shift())
      await this.#turn(prompt);
    this.#working = false;
    if (this.#over) this.#done();
  }

  async #turn({ id, text }: Prompt): Promise<void> {
    const turn = `turn-${id}`;
    this.#interrupted = false;
    await this.#voice.turnStarted(turn);
    if (this.#flags.hang) return new Promise(() => {});
    try {
      for (const word of wordsOf(text)) await this.#perform(word, text);
      await this.#voice.turnEnded(turn, 'completed');
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await this.#voice.turnEnded(turn, 'interrupted');
    }
    if (text.trim() !== 'end') return;
    await this.#voice.end();
    this.#over = true;
  }

  async #perform(word: string, text: string): Promise<void> {
    this.#check();
    const burst = this.#flags.burst;
    if (burst > 0 && word === 'echo') await this.#voice.says('text', this.#checked(burstOf(burst)));
    else if (Object.hasOwn(this.#words, word)) await this.#words[word]?.();
    else await this.#voice.says('text', this.#checked(piecesOf(text)));
    this.#check();
  }

  readonly #words: Readonly<Record<string, () => Promise<void>>> = {
    demo: async () => {
      for (const word of DEMO) await this.#perform(word, word);
    },
    tool: () => this.#tool(),
    markdown: async () => {
      await this.#voice.says('reasoning', ['The user ', 'wants to see ', 'markdown.']);
      await this.#voice.says('text', this.#checked(MARKDOWN));
    },
    status: () => this.#voice.status('Running tests', '3 of 10 passed'),
    image: () => this.#voice.image(),
    unknown: () => this.#voice.unknown(),
    permission: () => this.#permission(),
    question: () => this.#question(),
    error: () => this.#voice.error('The mock was asked to fail.'),
    unparsed: () => this.#voice.unparsed(),
    end: () => this.#voice.says('text', ['Good ', 'bye.']),
    sleep: () => this.#sleep(),
  };

  async #tool(): Promise<void> {
    const shell = await this.#voice.calls('bash', { command: 'echo mock' });
    await this.#voice.returns(shell, { status: 'ok', output: 'mock\n', exitCode: 0 });
    const edit = await this.#voice.calls('edit', { path: 'mock.txt' });
    await this.#voice.edits(edit, { path: 'mock.txt', diff: '@@ -1 +1 @@\n-old\n+new\n' });
    await this.#voice.returns(edit, { status: 'ok', output: 'mock.txt was changed' });
    const look = await this.#voice.calls('mcp__mock__look', {});
    await this.#voice.returns(look, { status: 'error', output: 'there is nothing to look at' });
  }

  async #permission(): Promise<void> {
    const input = { command: 'touch mock.txt' };
    const call = await this.#voice.calls('bash', input);
    const decision = await this.#voice.asksPermission(call, 'bash', input);
    this.#check();
    const allowed = decision === 'once';
    await this.#voice.returns(
      call,
      allowed ? { status: 'ok', output: '', exitCode: 0 } : { status: 'denied', output: '' },
    );
    await this.#voice.says('text', [allowed ? 'It was allowed.' : 'It was not allowed.']);
  }

  async #question(): Promise<void> {
    const answers = await this.#voice.asks([
      { prompt: 'Which colour?', options: ['Red', 'Blue'] },
      { prompt: 'How many?', options: ['One', 'Two', 'Three'] },
    ]);
    this.#check();
    const said = answers?.map((one) => one.join(' and ')).join(', ');
    await this.#voice.says('text', [said === undefined ? 'Nobody answered.' : `The answer is: ${said}.`]);
  }

  /** A real command, in a session of its own as agents start theirs. */
  async #sleep(): Promise<void> {
    const command = 'sleep 60';
    const call = await this.#voice.calls('bash', { command });
    this.#shell = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
    const code = await new Promise<number | null>((resolve) => {
      this.#shell?.on('exit', resolve);
      this.#shell?.on('error', () => resolve(127));
    });
    this.#shell = undefined;
    this.#check();
    await this.#voice.returns(call, { status: code === 0 ? 'ok' : 'error', output: '', exitCode: code ?? 137 });
  }

  *#checked(pieces: Iterable<string>): Iterable<string> {
    for (const piece of pieces) {
      if (this.#interrupted) throw new Interrupted();
      yield piece;
    }
  }

  #check(): void {
    if (this.#interrupted || this.#over) throw new Interrupted();
  }
}

const WORDS = new Set<string>([...DEMO, 'demo', 'end', 'sleep']);

/** Several words in one message are done one after the other. */
/** Inside of a longer message they stand between `<<` and `>>`. */
function wordsOf(text: string): readonly string[] {
  const marked = /<<([^<>]+)>>/.exec(text)?.[1];
  const words = (marked ?? text).trim().split(/\s+/);
  return words.every((word) => WORDS.has(word)) ? words : ['echo'];
}

/** As models stream it: a word at a time. */
const piecesOf = (text: string): string[] => text.match(/\s*\S+\s*?(?=\s|$)/g) ?? [text];

function* burstOf(count: number): Iterable<string> {
  for (let i = 0; i < count; i++) yield `${i} `;
}
