/**
 * Agents for the steps of flows: by the server that runs agents already, else by one in this process. A server that goes away while
 * a step is under way leaves its agents running, and the next one finds them: it is looked for again then.
 */
import { Archive } from '@hansard/archive';
import { createClient, type HansardClient, ProblemError } from '@hansard/client';
import { REFUSAL, type StepAgents } from '@hansard/flows';
import type { Context } from '../context.ts';
import { asked, connected } from '../live/connect.ts';
import { runningDaemon } from '../live/daemon-file.ts';
import { hostOf } from '../machine.ts';
import { type OpenServer, openServer } from '../serve/open-server.ts';

export class ServedAgents implements StepAgents {
  readonly #context: Context;
  readonly #archive: Archive;
  #own: OpenServer | undefined;

  private constructor(context: Context, archive: Archive) {
    this.#context = context;
    this.#archive = archive;
  }

  static async open(context: Context): Promise<ServedAgents> {
    return new ServedAgents(context, await Archive.open(hostOf(context)));
  }

  get store(): StepAgents['store'] {
    return this.#archive.store;
  }

  create(id: string, session: Parameters<StepAgents['create']>[1]) {
    return this.#ask((client) => client.createSession(id, session));
  }

  async find(id: string) {
    try {
      return await this.#ask((client) => client.liveSession(id), true);
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 404) return undefined;
      throw error;
    }
  }

  async send(id: string, message: string): Promise<void> {
    await this.#ask((client) => client.sendMessage(id, { message }));
  }

  async pending() {
    return (await this.#ask((client) => client.pending())).pending;
  }

  refuse({ sessionId, requestId, kind }: Parameters<StepAgents['refuse']>[0]): Promise<void> {
    return this.#ask((client) =>
      kind === 'permission'
        ? client.replyPermission(sessionId, requestId, { reply: 'reject', message: REFUSAL })
        : client.rejectQuestion(sessionId, requestId),
    );
  }

  terminate(id: string): Promise<void> {
    return this.#ask((client) => client.terminate(id));
  }

  async close(): Promise<void> {
    await this.#own?.close();
    this.#archive.close();
  }

  async #ask<T>(work: (client: HansardClient) => Promise<T>, raw = false): Promise<T> {
    const attempt = async () => {
      const client = await this.#client();
      return raw ? work(client) : asked(() => work(client));
    };
    try {
      return await attempt();
    } catch (error) {
      // Nobody was there; a server that answers, whatever it says, is there.
      if (!(error instanceof TypeError)) throw error;
      return attempt();
    }
  }

  async #client(): Promise<HansardClient> {
    if (!this.#own && runningDaemon(this.#context)) return connected(this.#context);
    this.#own ??= await openServer(this.#context, { port: 0, watch: false, unredacted: false, live: true });
    const { running } = this.#own;
    return createClient({ baseUrl: running.url, token: running.app.guard.token.text });
  }
}
