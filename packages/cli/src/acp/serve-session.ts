/** A session that is run here as an agent of the Agent Client Protocol, on standard input and output, for an editor. */
import type { HansardClient, LiveSession, UniversalEvent } from '@hansard/client';
import type { Context } from '../context.ts';
import { asked, connected } from '../live/connect.ts';
import { EditorAsks } from './ask-editor.ts';
import { inputLines } from './input-lines.ts';
import { messageOf } from './prompt-message.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND, type Params, Rpc, RpcError } from './rpc.ts';
import { SessionUpdates } from './session-updates.ts';

const PROTOCOL_VERSION = 1;

/** Until the editor ends it; the session goes on. */
export async function serveSession(context: Context, id: string): Promise<number> {
  const client = connected(context);
  const session = await asked(() => client.liveSession(id));
  const served = new ServedSession(context, client, session);
  for await (const line of inputLines(process.stdin)) served.rpc.hear(line);
  served.close();
  return 0;
}

/** A prompt of the editor that waits for the end of its turn. */
interface Prompt {
  /** Its message has been seen in the stream. */
  isSeen: boolean;
  end(stopReason: string): void;
}

class ServedSession {
  readonly rpc: Rpc;
  readonly #context: Context;
  readonly #client: HansardClient;
  readonly #session: LiveSession;
  readonly #asks: EditorAsks;
  readonly #updates: SessionUpdates;
  readonly #ended = new AbortController();
  /** Told when everything that was there has been. */
  #caughtUp: Promise<void> | undefined;
  #prompts: Prompt[] = [];

  constructor(context: Context, client: HansardClient, session: LiveSession) {
    this.#context = context;
    this.#client = client;
    this.#session = session;
    this.rpc = new Rpc((line) => void process.stdout.write(`${line}\n`), {
      request: (method, params) => this.#request(method, params),
      notified: (method) => {
        if (method === 'session/cancel') void client.interrupt(session.sessionId).catch(() => {});
      },
    });
    this.#asks = new EditorAsks(client, this.rpc, session.sessionId);
    this.#updates = new SessionUpdates(client, session.sessionId, (update) =>
      this.rpc.notify('session/update', { sessionId: session.sessionId, update }),
    );
  }

  close(): void {
    this.#ended.abort();
  }

  async #request(method: string, params: Params): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return this.#initialize();
      case 'authenticate':
        return {};
      case 'session/new': {
        // What was said so far follows the answer: only then the editor knows whose it is.
        setImmediate(() => void this.#follow());
        return { sessionId: this.#session.sessionId, modes: await this.#modes() };
      }
      case 'session/load':
        this.#check(params);
        await this.#follow();
        return { modes: await this.#modes() };
      case 'session/prompt':
        this.#check(params);
        return this.#prompt(params);
      case 'session/set_mode':
        this.#check(params);
        return this.#setMode(String(params['modeId']));
      default:
        throw new RpcError(METHOD_NOT_FOUND, `Hansard has no ${method} for a session that is served.`);
    }
  }

  #initialize() {
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'hansard', title: 'Hansard', version: this.#context.version },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
      authMethods: [],
    };
  }

  #check({ sessionId }: Params): void {
    if (sessionId !== this.#session.sessionId)
      throw new RpcError(INVALID_PARAMS, `This is the session "${this.#session.sessionId}", and no other.`);
  }

  async #modes() {
    const { permissionModes } = await this.#client.agentModes(this.#session.agent);
    const availableModes = permissionModes.map((id) => ({ id, name: id }));
    return { currentModeId: this.#session.permissionMode, availableModes };
  }

  async #setMode(mode: string): Promise<object> {
    await asked(() => this.#client.changeSettings(this.#session.sessionId, { permissionMode: mode as 'default' }));
    return {};
  }

  async #prompt(params: Params): Promise<unknown> {
    await this.#follow();
    const ended = new Promise<string>((resolve) => {
      this.#prompts.push({ isSeen: false, end: resolve });
    });
    try {
      await asked(() => this.#client.sendMessage(this.#session.sessionId, messageOf(params['prompt'])));
    } catch (error) {
      this.#prompts.pop();
      throw error;
    }
    return { stopReason: await ended };
  }

  /** Tells what there is, then what comes. Done when the editor has what was there at the beginning. */
  #follow(): Promise<void> {
    this.#caughtUp ??= new Promise((resolve) => {
      void this.#stream(resolve).catch((error: Error) => {
        resolve();
        if (!this.#ended.signal.aborted) this.#context.note(`The session can no longer be read: ${error.message}`);
      });
    });
    return this.#caughtUp;
  }

  async #stream(onCaughtUp: () => void): Promise<void> {
    const id = this.#session.sessionId;
    let offset = 0;
    for (let hasMore = true; hasMore; ) {
      const page = await this.#client.getEvents(id, { offset, limit: 500 });
      for (const event of page.events) await this.#tell(event);
      offset = page.events.at(-1)?.sequence ?? offset;
      hasMore = page.hasMore && page.events.length > 0;
    }
    onCaughtUp();
    await this.#asks.ask();
    for await (const event of this.#client.streamEvents(id, { offset, signal: this.#ended.signal })) {
      await this.#tell(event);
      if (event.type.endsWith('.requested')) await this.#asks.ask();
      await this.#endPrompts(event);
    }
  }

  async #tell(event: UniversalEvent): Promise<void> {
    const waiting = isUserMessage(event) ? this.#prompts.find(({ isSeen }) => !isSeen) : undefined;
    if (waiting) waiting.isSeen = true;
    await this.#updates.tell(event, waiting !== undefined);
  }

  async #endPrompts({ type, data }: UniversalEvent): Promise<void> {
    if (type !== 'turn.ended' && type !== 'session.ended') return;
    const reason = type === 'session.ended' ? 'refusal' : stopReason(data);
    const isOver = ({ isSeen }: Prompt) => isSeen || type === 'session.ended';
    for (const prompt of this.#prompts.filter(isOver)) prompt.end(reason);
    this.#prompts = this.#prompts.filter((prompt) => !isOver(prompt));
  }
}

function isUserMessage({ type, data }: UniversalEvent): boolean {
  const { item } = data as { item?: { kind: string; role?: string } };
  return type === 'item.completed' && item?.kind === 'message' && item.role === 'user';
}

const REASONS: Readonly<Record<string, string>> = { interrupted: 'cancelled', failed: 'refusal' };

function stopReason(data: unknown): string {
  const { metadata } = data as { metadata?: { outcome?: string } };
  const outcome = metadata?.outcome ?? '';
  return (Object.hasOwn(REASONS, outcome) ? REASONS[outcome] : undefined) ?? 'end_turn';
}
