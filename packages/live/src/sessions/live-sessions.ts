/** All sessions that are run on this machine: starts them, finds those of an earlier daemon, and answers for them. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Failure } from '@hansard/core';
import type {
  AgentModels,
  AgentModes,
  LiveAgent,
  LiveCreate,
  LiveCreated,
  LiveMessage,
  LiveSession as LiveSessionView,
  LiveSettings,
  MessageTaken,
  PendingItem,
  PermissionReply,
} from '@hansard/core/api/live.ts';
import type { Actor, LiveControl } from '@hansard/core/store/live.ts';
import type { Driver } from '../drivers/contract.ts';
import { drivers } from '../drivers/index.ts';
import { NO_POLICY } from '../permissions/rule.ts';
import { readAttachments } from './attachments.ts';
import { capabilitiesOf } from './capabilities.ts';
import { EarlierSessions } from './earlier-sessions.ts';
import { Ingest } from './ingest.ts';
import { Launcher, notInstalled } from './launcher.ts';
import { LiveFolder } from './live-folder.ts';
import type { LiveOptions } from './live-options.ts';
import { LiveSession, type SessionKeeper } from './live-session.ts';
import { pendingItems } from './pending-items.ts';
import type { RunOwner } from './run.ts';
import { viewOf } from './session-view.ts';
import { elsewhereItem, waitingElsewhere } from './waiting-elsewhere.ts';

const IDLE_MS = 10 * 60 * 1000;
const STOP = { endMs: 5000, termMs: 5000 };
const START_MS = 60_000;
const MOST_CHOSEN = 10_000;
/** Of the id of a session. */
const SHORTEST_ID = 4;

export class LiveSessions implements LiveControl {
  readonly #options: LiveOptions;
  readonly #folder: LiveFolder;
  readonly #ingest: Ingest;
  readonly #launcher: Launcher;
  readonly #keeper: SessionKeeper;
  readonly #sessions = new Map<string, LiveSession>();
  readonly #earlier: EarlierSessions;

  /** Chosen ids by those in the store; null for sessions that are not run here. */
  readonly #chosen = new Map<string, string | null>();

  private constructor(options: LiveOptions) {
    this.#options = options;
    this.#folder = new LiveFolder(options.archive.home);
    this.#ingest = new Ingest(options.archive, options.host, options.report);
    const owner: RunOwner = {
      grown: ({ wire }) => this.#ingest.grown(wire),
      cleanUp: ({ id }) => this.#launcher.endRun(id),
    };
    this.#launcher = new Launcher(options, this.#folder, owner);
    this.#keeper = {
      policy: options.policy ?? NO_POLICY,
      idleMs: options.idleMs ?? IDLE_MS,
      stopTimes: options.stopTimes ?? STOP,
      mcp: (name) => this.#launcher.mcp(name),
      launch: (session, resume) => this.#launcher.launch(session, resume),
    };
    const [keeper, launcher, folder] = [this.#keeper, this.#launcher, this.#folder];
    this.#earlier = new EarlierSessions({ folder, launcher, keeper, owner, know: (session) => this.#know(session) });
  }

  /** Finds what earlier daemons have left: agents that still run are gone on with, ends that were not noted are. */
  static async open(options: LiveOptions): Promise<LiveSessions> {
    const live = new LiveSessions(options);
    for (const wire of await live.#earlier.open()) live.#ingest.grown(wire);
    return live;
  }

  #know(session: LiveSession): void {
    this.#sessions.set(session.id, session);
    this.#chosen.clear();
  }

  /** The session of that id, as somebody chose it. */
  #get(id: string): LiveSession {
    const known = this.#sessions.get(id) ?? this.#earlier.wake(id) ?? this.#byStored(id);
    if (!known) throw new Failure('not-running', `No session with the id "${id.slice(0, 100)}" is run here.`);
    return known;
  }

  /**
   * By the id in the archive, as lists show it (its beginning is enough), or by the agent's own. Of several that are one session in
   * the archive, as when it was resumed or replayed, the last one is meant.
   */
  #byStored(id: string): LiveSession | undefined {
    const isName = (stored: string | undefined, native: string | undefined) =>
      native === id || stored === id || (id.length >= SHORTEST_ID && stored?.startsWith(id) === true);
    const found = new Map<string, string>();
    const note = (own: string, stored: string | undefined, native: string | undefined) => {
      if (isName(stored, native)) found.set(own, stored ?? native ?? own);
    };
    for (const { run, header } of this.#earlier.all())
      note(header.id, this.#ingest.sessionOf(this.#folder.wireOf(run), header.session), header.session);
    for (const session of this.#sessions.values()) note(session.id, this.#storedOf(session), session.nativeId);
    if (new Set(found.values()).size > 1) throw new Failure('bad-argument', `Several sessions begin with "${id}".`);
    const last = [...found.keys()].at(-1);
    return last === undefined ? undefined : (this.#sessions.get(last) ?? this.#earlier.wake(last));
  }

  #storedOf(session: LiveSession): string | undefined {
    return session.wire === undefined ? undefined : this.#ingest.sessionOf(session.wire, session.nativeId);
  }

  get directories(): readonly string[] {
    return this.#options.directories;
  }

  async agents(): Promise<LiveAgent[]> {
    return drivers.map((driver) => {
      const program = this.#launcher.programOf(driver);
      return {
        id: driver.agent,
        installed: program !== undefined,
        path: driver.program === null ? null : (program?.command ?? null),
        permissionModes: this.#permissionModes(driver),
        capabilities: capabilitiesOf(driver),
      };
    });
  }

  async modes(agent: string): Promise<AgentModes> {
    const driver = this.#launcher.driver(agent);
    return {
      modes: [...(this.#lastState(agent)?.modes ?? driver.modes ?? [])],
      permissionModes: this.#permissionModes(driver),
    };
  }

  /** Those that it can be started in here. */
  #permissionModes({ features }: Driver): string[] {
    return features.permissionModes.filter((mode) => mode !== 'bypass' || this.#options.allowBypass);
  }

  async models(agent: string): Promise<AgentModels> {
    this.#launcher.driver(agent);
    return { models: [...(this.#lastState(agent)?.models ?? [])], defaultModel: null };
  }

  #lastState(agent: string) {
    const own = [...this.#sessions.values()].filter((session) => session.driver.agent === agent);
    return own.findLast(({ state }) => state.models !== undefined || state.modes !== undefined)?.state;
  }

  async create(id: string, asked: LiveCreate, _actor: Actor): Promise<LiveCreated> {
    const options = this.#launcher.sessionOptions(asked);
    const known = this.#sessions.get(id) ?? this.#earlier.wake(id);
    if (known) {
      if (JSON.stringify(known.options) !== JSON.stringify(options))
        throw new Failure('session-exists', `There is a session "${id}" already, with other options.`);
      return this.#created(known);
    }
    const driver = this.#launcher.driver(asked.agent);
    if (!this.#launcher.programOf(driver)) throw notInstalled(driver);
    const session = new LiveSession(id, driver, options, Date.now(), this.#keeper);
    this.#know(session);
    return this.#begin(session, undefined);
  }

  async #begin(session: LiveSession, resume: string | undefined): Promise<LiveCreated> {
    await session.start(resume);
    const late = AbortSignal.timeout(this.#options.startMs ?? START_MS);
    const isSettled = () => session.state.ready || session.isEnded || session.state.failure !== undefined;
    await Promise.race([
      session.changes.until(isSettled),
      new Promise<void>((resolve) => late.addEventListener('abort', () => resolve())),
    ]);
    await this.#ingest.settled();
    return this.#created(session);
  }

  #created(session: LiveSession): LiveCreated {
    const { nativeId, state } = session;
    const healthy = state.ready && !session.isEnded;
    const why =
      state.failure ??
      (session.isEnded ? `The agent has ended. ${session.lastWords}`.trim() : 'The agent is not ready yet.');
    return {
      healthy: healthy || session.status === 'idle',
      ...(healthy || session.status === 'idle' ? {} : { error: why }),
      ...(nativeId === undefined ? {} : { nativeSessionId: nativeId }),
      sessionId: session.id,
      id: this.#storedOf(session) ?? null,
    };
  }

  find(id: string): LiveSessionView | undefined {
    try {
      const session = this.#get(id);
      return viewOf(session, this.#storedOf(session));
    } catch {
      return undefined;
    }
  }

  list(): LiveSessionView[] {
    const own = [...this.#sessions.values()].map((session) => viewOf(session, this.#storedOf(session)));
    return own.sort((a, b) => b.createdAt - a.createdAt);
  }

  async stored(id: string): Promise<string | undefined> {
    const session = this.#sessions.get(id) ?? (this.#earlier.has(id) ? this.#earlier.wake(id) : undefined);
    return session && this.#storedOf(session);
  }

  chosen(session: string): string | undefined {
    // Asked for with every batch of events.
    const known = this.#chosen.get(session);
    if (known !== undefined) return known ?? undefined;
    if (this.#chosen.size > MOST_CHOSEN) this.#chosen.clear();
    const found = this.#byStored(session)?.id ?? null;
    this.#chosen.set(session, found);
    return found ?? undefined;
  }

  async send(
    id: string,
    { message, attachments = [], steer = false }: LiveMessage,
    _actor: Actor,
  ): Promise<MessageTaken> {
    const session = this.#get(id);
    const uploads = join(this.#options.archive.home, 'live', 'uploads');
    const files = readAttachments(attachments, session.options.directory, uploads);
    const own = randomUUID();
    const queued = await session.send({ id: own, text: message, attachments: files }, steer);
    return { id: own, queued };
  }

  async cancelMessage(id: string, message: string, actor: Actor): Promise<void> {
    this.#get(id).cancel(message, actor);
  }

  async replyPermission(id: string, permission: string, reply: PermissionReply, actor: Actor): Promise<void> {
    this.#get(id).replyPermission(permission, reply, actor);
  }

  async replyQuestion(id: string, question: string, answers: readonly (readonly string[])[], actor: Actor) {
    this.#get(id).replyQuestion(question, answers, actor);
  }

  async rejectQuestion(id: string, question: string, actor: Actor): Promise<void> {
    this.#get(id).rejectQuestion(question, actor);
  }

  async interrupt(id: string, actor: Actor): Promise<void> {
    await this.#get(id).interrupt(actor);
  }

  async settings(id: string, { mode, ...change }: LiveSettings, actor: Actor): Promise<void> {
    const session = this.#get(id);
    const { permissionMode } = change;
    if (permissionMode === 'bypass' && !this.#options.allowBypass)
      throw new Failure('mode-not-supported', 'The permission mode "bypass" is not allowed here.');
    await session.settings({ ...change, ...(mode === undefined ? {} : { agentMode: mode }) }, actor);
  }

  async resume(id: string, _actor: Actor): Promise<LiveCreated> {
    const session = this.#get(id);
    if (session.hasProcess) return this.#created(session);
    if (!session.driver.features.resume || session.nativeId === undefined)
      throw new Failure('mode-not-supported', `${session.driver.label} cannot go on with this session.`);
    return this.#begin(session, session.nativeId);
  }

  async fork(id: string, as: string, _actor: Actor): Promise<LiveCreated> {
    const origin = this.#get(id);
    const { driver, nativeId, options } = origin;
    if (!driver.features.fork || nativeId === undefined)
      throw new Failure('mode-not-supported', `${driver.label} cannot copy this session.`);
    if (this.#sessions.has(as) || this.#earlier.has(as))
      throw new Failure('session-exists', `There is a session "${as}" already.`);
    const session = new LiveSession(as, driver, options, Date.now(), this.#keeper);
    session.isFork = true;
    this.#know(session);
    return this.#begin(session, nativeId);
  }

  async terminate(id: string, actor: Actor): Promise<void> {
    await this.#get(id).terminate(actor);
    await this.#ingest.settled();
  }

  async pending(): Promise<PendingItem[]> {
    const own = [...this.#sessions.values()].flatMap((session) => pendingItems(session, this.#storedOf(session)));
    return [...own, ...(await this.#pendingElsewhere())].sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  /** Of agents in somebody's terminal. Those that are run here tell of themselves in the same place. */
  async #pendingElsewhere(): Promise<PendingItem[]> {
    const { archive, host } = this.#options;
    const run = new Set([...this.#sessions.values()].map(({ nativeId }) => nativeId));
    const waiting = waitingElsewhere(host.home).filter(({ session }) => !run.has(session));
    return Promise.all(
      waiting.map(async (one) => elsewhereItem(one, (await archive.store.sessions.find(one.session))[0])),
    );
  }

  /** Waits until everything that was written so far can be read. */
  settled(): Promise<void> {
    return this.#ingest.settled();
  }

  /** Lets go of everything at once: agents go on in their holders, and the next daemon finds them. */
  abandon(): void {
    this.#ingest.close();
    for (const session of this.#sessions.values()) session.leave();
  }

  /** Ends agents that have nothing to do; those at work go on in their holders. Gives how many those are. */
  async close(how: 'leave' | 'end' = 'leave'): Promise<number> {
    let left = 0;
    const running = [...this.#sessions.values()].filter((session) => session.hasProcess);
    await Promise.all(
      running.map(async (session) => {
        if (how === 'leave' && session.isBusy) {
          left++;
          session.leave();
        } else if (how === 'end') await session.terminate({ by: 'hansard', via: 'close' });
        else await session.stop({ paused: true, reason: 'the server was stopped' });
      }),
    );
    await this.#ingest.settled();
    return left;
  }
}
