/** `hansard run`: an agent in the terminal, recorded; what it asks is asked here, and anybody else may answer as well. */
import { randomBytes } from 'node:crypto';
import { createClient, type HansardClient } from '@hansard/client';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { answerPending } from '../live/ask-person.ts';
import { asked, connected } from '../live/connect.ts';
import { runningDaemon } from '../live/daemon-file.ts';
import { EventText } from '../live/render-events.ts';
import { TerminalLines } from '../live/terminal-lines.ts';
import { openServer } from '../serve/open-server.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [agent, ...words] = args.positionals;
  if (agent === undefined)
    throw new Failure('bad-argument', 'Name the agent to run.', { remedy: 'For example: hansard run mock hello' });
  if (runningDaemon(context)) return converse(context, args, connected(context), agent, words.join(' '));
  const { running, close } = await openServer(context, { port: 0, watch: false, unredacted: false, live: true });
  try {
    const client = createClient({ baseUrl: running.url, token: running.app.guard.token.text });
    return await converse(context, args, client, agent, words.join(' '));
  } finally {
    await close();
  }
}

/** An agent may take seconds to start: whoever does not wait for it leaves none behind. */
async function converse(context: Context, args: Arguments, client: HansardClient, agent: string, prompt: string) {
  const given = new AbortController();
  const giveUp = () => given.abort();
  const signals = ['SIGINT', ...ENDS] as const;
  for (const signal of signals) process.on(signal, giveUp);
  try {
    const talk = await begin(context, args, client, agent, given.signal);
    return talk ? await talk.run(prompt) : 1;
  } finally {
    for (const signal of signals) process.off(signal, giveUp);
  }
}

/** Undefined when it was given up meanwhile. */
async function begin(context: Context, args: Arguments, client: HansardClient, agent: string, given: AbortSignal) {
  const id = args.text('session') ?? `run-${randomBytes(4).toString('hex')}`;
  const mode = args.text('permission-mode') as 'default' | undefined;
  const options = { model: args.text('model'), variant: args.text('effort'), agentMode: args.text('mode') };
  const text = new EventText(await context.colors());
  const end = () => client.terminate(id).catch(() => {});
  given.addEventListener('abort', end);
  const created = await asked(() =>
    client.createSession(id, { agent, directory: process.cwd(), permissionMode: mode, ...options }),
  );
  given.removeEventListener('abort', end);
  if (given.aborted) {
    // It may have been asked for before there was anything to end.
    await end();
    return undefined;
  }
  if (!created.healthy) {
    await client.terminate(id);
    throw new Failure('agent-failed', `${agent} did not start: ${created.error ?? 'it said nothing'}`);
  }
  return new Talk(context, client, id, args.flag('json'), text);
}

class Talk {
  readonly #context: Context;
  readonly #client: HansardClient;
  readonly #id: string;
  readonly #isJson: boolean;
  readonly #text: EventText;
  readonly #ended = new AbortController();
  /** The session is over: no more lines are taken for it. */
  readonly #over = new AbortController();
  #asking = new AbortController();
  /** Requests that were asked here: one may have several questions, and each is told of. */
  readonly #askedFor = new Set<string>();
  #terminal: TerminalLines | undefined;
  #endTurn: () => void = () => {};
  #interrupts = 0;
  #failed = false;

  constructor(context: Context, client: HansardClient, id: string, isJson: boolean, text: EventText) {
    this.#context = context;
    this.#client = client;
    this.#id = id;
    this.#isJson = isJson;
    this.#text = text;
  }

  /** With a prompt it is one turn; without one, lines are taken until the end of input. */
  async run(prompt: string): Promise<number> {
    process.on('SIGINT', this.#interrupt);
    // The terminal was closed, or the program is to end: the agent does not go on without them.
    for (const signal of ENDS) process.on(signal, this.#end);
    const following = this.#follow(await this.#saidBefore());
    try {
      if (prompt !== '') await this.#turn(prompt);
      else for await (const line of this.#lines()) if (line.trim() !== '') await this.#turn(line);
    } finally {
      process.off('SIGINT', this.#interrupt);
      for (const signal of ENDS) process.off(signal, this.#end);
      await this.#client.terminate(this.#id).catch(() => {});
      this.#ended.abort();
      await following;
      this.#terminal?.close();
    }
    if (!this.#isJson) await this.#context.out.write(this.#text.end());
    return this.#failed ? 1 : 0;
  }

  async *#lines(): AsyncIterable<string> {
    if (process.stdin.isTTY)
      this.#context.note('Type a message; Ctrl-D ends the session, Ctrl-C interrupts the agent.');
    for (;;) {
      if (process.stdin.isTTY) process.stderr.write('> ');
      const line = await this.#typed.next(this.#over.signal);
      if (line === undefined) return;
      yield line;
    }
  }

  get #typed(): TerminalLines {
    this.#terminal ??= new TerminalLines();
    return this.#terminal;
  }

  async #turn(message: string): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#endTurn = resolve;
    });
    // The second Ctrl-C ends the session, whether the first has ended the turn by then or not.
    this.#interrupts = 0;
    await asked(() => this.#client.sendMessage(this.#id, { message }));
    if (!this.#over.signal.aborted) await ended;
  }

  /** Shows what happens, here or by others, until the session ends. */
  async #follow(offset: number): Promise<void> {
    try {
      await this.#showEvents(offset);
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#context.note((error as Error).message);
    }
    this.#over.abort();
    this.#endTurn();
  }

  /** What a session that goes on has said before is not shown again, and its turns are over. */
  async #saidBefore(): Promise<number> {
    let [offset, isOld] = [0, false];
    for (let hasMore = true; hasMore; ) {
      const page = await this.#client.getEvents(this.#id, { offset, limit: 1000 });
      isOld ||= page.events.some(({ type }) => type === 'turn.ended' || type === 'session.ended');
      offset = page.events.at(-1)?.sequence ?? offset;
      hasMore = page.hasMore && page.events.length > 0;
    }
    return isOld ? offset : 0;
  }

  async #showEvents(offset: number): Promise<void> {
    for await (const event of this.#client.streamEvents(this.#id, { offset, signal: this.#ended.signal })) {
      const text = this.#isJson ? `${JSON.stringify(event)}\n` : this.#text.of(event);
      if (text !== '') {
        await this.#context.out.write(text);
        await this.#context.out.flush();
      }
      if (event.type === 'permission.requested' || event.type === 'question.requested')
        void this.#ask().catch(() => {});
      if (event.type === 'permission.resolved' || event.type === 'question.resolved') this.#asking.abort();
      if (event.type === 'error') this.#failed = true;
      if (event.type === 'turn.ended') {
        if (!this.#isJson) await this.#context.out.write(this.#text.end());
        await this.#context.out.flush();
        this.#endTurn();
      }
      if (event.type === 'session.ended') {
        this.#failed ||= (event.data as { reason?: string }).reason === 'error';
        return;
      }
    }
  }

  async #ask(): Promise<void> {
    const { pending } = await this.#client.pending();
    const item = pending.find(({ sessionId }) => sessionId === this.#id);
    if (!item || this.#askedFor.has(item.requestId)) return;
    this.#askedFor.add(item.requestId);
    if (!process.stdin.isTTY) {
      this.#context.note(`${item.tool ?? 'The agent'} asks, and nobody is there to answer: it is refused.`);
      if (item.kind === 'permission') await this.#client.replyPermission(this.#id, item.requestId, { reply: 'reject' });
      else await this.#client.rejectQuestion(this.#id, item.requestId);
      return;
    }
    this.#asking = new AbortController();
    await answerPending(this.#client, item, this.#typed, this.#asking.signal);
  }

  /** Once it interrupts the agent, twice it ends it. */
  readonly #interrupt = (): void => {
    this.#asking.abort();
    process.stderr.write('\n');
    if (this.#interrupts++ > 0) {
      this.#context.note('Ending the agent.');
      this.#end();
      return;
    }
    this.#context.note('Interrupted. Ctrl-C again ends the session.');
    void this.#client.interrupt(this.#id).catch(() => {});
  };

  readonly #end = (): void => {
    this.#asking.abort();
    void this.#client.terminate(this.#id).catch(() => {});
  };
}

const ENDS = ['SIGHUP', 'SIGTERM'] as const;
