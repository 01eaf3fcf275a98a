/** Events of the universal stream as updates of the Agent Client Protocol. */
import type { HansardClient, UniversalEvent } from '@hansard/client';

type Part = Readonly<Record<string, unknown>>;

interface Item {
  readonly item_id: string;
  readonly kind: string;
  readonly role?: string;
  readonly status: string;
  readonly content: readonly Part[];
}

/** Kinds of tools by the names that the protocol has for them. */
const KINDS: Readonly<Record<string, string>> = {
  shell: 'execute',
  edit: 'edit',
  write: 'edit',
  read: 'read',
  search: 'search',
  think: 'think',
};

export class SessionUpdates {
  readonly #client: HansardClient;
  readonly #session: string;
  readonly #send: (update: object) => void;
  /** Items that think instead of speaking, and those that have spoken. */
  readonly #kinds = new Map<string, 'agent_message_chunk' | 'agent_thought_chunk'>();
  readonly #called = new Set<string>();

  constructor(client: HansardClient, session: string, send: (update: object) => void) {
    this.#client = client;
    this.#session = session;
    this.#send = send;
  }

  async tell({ type, data }: UniversalEvent, isOwn: boolean): Promise<void> {
    const said = data as Record<string, unknown>;
    if (type === 'item.delta') await this.#delta(String(said['item_id']), String(said['delta'] ?? ''));
    else if (type === 'item.started') await this.#started(said['item'] as Item);
    else if (type === 'item.completed') await this.#completed(said['item'] as Item, isOwn);
    else if (type === 'error') this.#chunk('agent_message_chunk', `Error: ${String(said['message'] ?? '')}`);
  }

  #chunk(sessionUpdate: string, text: string): void {
    this.#send({ sessionUpdate, content: { type: 'text', text } });
  }

  /** The stream tells what an item is only at its end; the event it is of says so from the beginning. */
  async #delta(id: string, text: string): Promise<void> {
    let kind = this.#kinds.get(id);
    if (!kind) {
      const event = await this.#client.event(this.#session, id).catch(() => undefined);
      kind = event?.event.type === 'reasoning' ? 'agent_thought_chunk' : 'agent_message_chunk';
      this.#kinds.set(id, kind);
    }
    this.#chunk(kind, text);
  }

  async #started(item: Item): Promise<void> {
    if (item.kind === 'tool_call') await this.#call(item);
  }

  async #call({ item_id: id, status }: Item): Promise<void> {
    if (this.#called.has(id)) return;
    this.#called.add(id);
    const event = await this.#client.event(this.#session, id).catch(() => undefined);
    const tool = event?.event.tool;
    const [kind, name] = [tool?.kind ?? 'other', tool?.name ?? 'tool'];
    this.#send({
      sessionUpdate: 'tool_call',
      toolCallId: tool?.callId ?? id,
      title: titleOf(name, tool?.input),
      kind: Object.hasOwn(KINDS, kind) ? KINDS[kind] : 'other',
      status: status === 'in_progress' ? 'in_progress' : 'pending',
      rawInput: tool?.input ?? {},
    });
  }

  async #completed(item: Item, isOwn: boolean): Promise<void> {
    const { kind, role, content, status } = item;
    if (kind === 'tool_call') await this.#call(item);
    else if (kind === 'tool_result') this.#result(content, status);
    else if (kind === 'message' && role === 'user' && !isOwn) {
      for (const text of textsIn(content)) this.#chunk('user_message_chunk', text);
    }
  }

  #result(content: readonly Part[], status: string): void {
    const result = content.find((part) => part['type'] === 'tool_result');
    if (!result) return;
    const changed = content.flatMap((part) =>
      part['type'] === 'file_ref' ? [String(part['diff'] ?? part['path'])] : [],
    );
    const texts = [String(result['output'] ?? ''), ...changed].filter((text) => text !== '');
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId: String(result['call_id']),
      status: status === 'failed' ? 'failed' : 'completed',
      content: texts.map((text) => ({ type: 'content', content: { type: 'text', text } })),
    });
  }
}

function titleOf(name: string, input: unknown): string {
  const { command, path, file_path: file } = (typeof input === 'object' && input !== null ? input : {}) as Part;
  const what = [command, path, file].find((one) => typeof one === 'string');
  return what === undefined ? name : `${name}: ${String(what)}`;
}

const textsIn = (content: readonly Part[]): string[] =>
  content.flatMap((part) => (part['type'] === 'text' ? [String(part['text'] ?? '')] : []));
