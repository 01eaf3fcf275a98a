/** What a session asks, asked in the editor: permissions, and questions with the same means, for the protocol has no others. */
import type { HansardClient, PendingItem } from '@hansard/client';
import type { Rpc } from './rpc.ts';

const PERMISSION = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always in this session', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];
const REFUSE = { optionId: 'refuse', name: 'Do not answer', kind: 'reject_once' };

/** Undefined when the editor has given up asking. */
type Chosen = string | undefined;

export class EditorAsks {
  readonly #client: HansardClient;
  readonly #rpc: Rpc;
  readonly #session: string;
  readonly #asked = new Set<string>();

  constructor(client: HansardClient, rpc: Rpc, session: string) {
    this.#client = client;
    this.#rpc = rpc;
    this.#session = session;
  }

  /** Everything that waits and was not asked yet. Somebody else may be faster: what comes too late counts for nothing. */
  async ask(): Promise<void> {
    const { pending } = await this.#client.pending();
    const own = pending.filter(
      ({ sessionId, requestId }) => sessionId === this.#session && !this.#asked.has(requestId),
    );
    for (const item of own) {
      this.#asked.add(item.requestId);
      const answered = item.kind === 'permission' ? this.#permission(item) : this.#questions(item);
      void answered.catch(() => {});
    }
  }

  async #permission(item: PendingItem): Promise<void> {
    const { requestId, tool, action, command, path } = item;
    const what = command ?? path;
    const reply = await this.#choose(
      requestId,
      `${tool ?? action}${what === undefined ? '' : `: ${what}`}`,
      PERMISSION,
    );
    if (reply === 'once' || reply === 'always' || reply === 'reject')
      await this.#client.replyPermission(this.#session, requestId, { reply });
  }

  async #questions({ requestId, questions = [] }: PendingItem): Promise<void> {
    const answers: string[][] = [];
    for (const { id, prompt, options } of questions) {
      const offered = options.map((name, i) => ({ optionId: String(i), name, kind: 'allow_once' }));
      const chosen = await this.#choose(id, prompt, [...offered, REFUSE]);
      if (chosen === undefined) return;
      const answer = options[Number(chosen)];
      if (answer === undefined) {
        await this.#client.rejectQuestion(this.#session, requestId);
        return;
      }
      answers.push([answer]);
    }
    await this.#client.replyQuestion(this.#session, requestId, answers);
  }

  async #choose(toolCallId: string, title: string, options: readonly object[]): Promise<Chosen> {
    const answer = await this.#rpc.ask('session/request_permission', {
      sessionId: this.#session,
      toolCall: { toolCallId, title, status: 'pending' },
      options,
    });
    const { outcome } = (answer ?? {}) as { outcome?: { outcome?: string; optionId?: string } };
    return outcome?.outcome === 'selected' ? outcome.optionId : undefined;
  }
}
