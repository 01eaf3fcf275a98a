/**
 * A session that is run: at most one process at a time, a queue of messages, and what waits for a person. All that it knows
 * comes from the wire, so it is the same after every restart.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@hansard/core';
import type { PermissionReply } from '@hansard/core/api/live.ts';
import type { Actor } from '@hansard/core/store/live.ts';
import type {
  Driver,
  DriverState,
  McpServer,
  PendingRequest,
  RunOptions,
  SettingsChange,
  UserMessage,
} from '../drivers/contract.ts';
import type { OutLine } from '../holder/protocol.ts';
import type { Policy } from '../permissions/rule.ts';
import type { WireRecord } from '../wire/wire-tail.ts';
import { Answers } from './answers.ts';
import { Changes } from './changes.ts';
import { toAgent, toBegin } from './out-lines.ts';
import type { SessionOptions } from './run-header.ts';
import type { Seat, SeatEvents } from './seat.ts';
import { SessionRecord } from './session-record.ts';

/** What a session needs of those who keep it. */
export interface SessionKeeper {
  readonly policy: Policy;
  /** Milliseconds without anything to do after which the process is ended; 0: never. */
  readonly idleMs: number;
  readonly stopTimes: { readonly endMs: number; readonly termMs: number };
  /** A server of tools by its name in the settings. */
  mcp(name: string): McpServer;
  /** A place at a process for the session, or for the one to go on with. */
  launch(session: LiveSession, resume: string | undefined): Promise<Seat>;
}

export class LiveSession {
  readonly id: string;
  readonly options: SessionOptions;
  readonly driver: Driver;
  readonly createdAt: number;
  readonly record = new SessionRecord();
  readonly changes = new Changes();
  readonly #keeper: SessionKeeper;
  /** Its first process goes on with a copy of another session. */
  isFork = false;
  state: DriverState;
  #nativeId: string | undefined;
  readonly #answers: Answers;
  #seat: Seat | undefined;
  #wire: string | undefined;
  /** How the last process ended. */
  #exit: { readonly paused?: boolean; readonly message?: string; readonly stderr?: unknown } | undefined;
  #starting: Promise<void> | undefined;
  #stopping = false;
  #idle: NodeJS.Timeout | undefined;

  /** `resumed`: what its last process went on with. */
  constructor(
    id: string,
    driver: Driver,
    options: SessionOptions,
    createdAt: number,
    keeper: SessionKeeper,
    resumed?: string,
  ) {
    this.id = id;
    this.driver = driver;
    this.options = options;
    this.createdAt = createdAt;
    this.#keeper = keeper;
    this.state = driver.begin(this.runOptions(resumed));
    this.#answers = new Answers(this, keeper.policy);
  }

  /** What a process is started with, as far as the session knows. */
  runOptions(resume: string | undefined, seat = 0): RunOptions {
    const { directory, permissionMode, model, effort, agentMode, mcp = [] } = this.current;
    const servers = Object.fromEntries(mcp.map((name) => [name, this.#keeper.mcp(name)]));
    const isFork = this.isFork && resume !== undefined;
    const common = { directory, permissionMode, model, effort, agentMode, session: '', files: {}, mcp: servers };
    const place = seat === 0 ? {} : { seat };
    return { ...common, ...place, ...(resume === undefined ? {} : { resume }), ...(isFork ? { fork: true } : {}) };
  }

  /** What it was created with, and what was changed since. */
  get current(): SessionOptions {
    return { ...this.options, ...this.record.settings };
  }

  get nativeId(): string | undefined {
    return this.state.nativeId ?? this.#nativeId;
  }

  /** The wire of its last process. */
  get wire(): string | undefined {
    return this.#wire;
  }

  get isEnded(): boolean {
    if (this.#seat || this.#starting) return false;
    return this.record.terminated || (this.#exit !== undefined && this.#exit.paused !== true);
  }

  /** What the agent wrote to standard error before it ended. */
  get lastWords(): string {
    const { message, stderr } = this.#exit ?? {};
    const words = typeof stderr === 'string' ? stderr : ((stderr as { tail?: string } | undefined)?.tail ?? '');
    return [message ?? '', ...words.split('\n').slice(-3)].filter((line) => line !== '').join(' ');
  }

  get hasProcess(): boolean {
    return this.#seat?.isLinked === true;
  }

  get isBusy(): boolean {
    return (
      this.state.turn ||
      this.state.pending.length > 0 ||
      this.record.queue.length > 0 ||
      this.#seat?.isInFlight === true
    );
  }

  get status(): string {
    if (this.isEnded) return 'ended';
    if (this.#starting || (this.#seat && !this.state.ready)) return 'creating';
    if (this.state.pending.length > 0) return 'waiting';
    return this.state.turn || this.#seat?.isInFlight ? 'running' : 'idle';
  }

  /** Starts a process; the second who asks waits for the first. */
  start(resume?: string): Promise<void> {
    this.#starting ??= this.#start(resume).finally(() => {
      this.#starting = undefined;
      this.changes.tell();
      this.#act();
    });
    return this.#starting;
  }

  async #start(resume: string | undefined): Promise<void> {
    const { queue, rules } = this.record;
    this.begin(resume, 0);
    const seat = await this.#keeper.launch(this, resume);
    if (!this.#exit) this.#seat = seat;
    this.#wire = seat.wire;
    this.isFork = false;
    // What waited for the last process waits for this one, and what was decided for the session holds: each wire tells all of it.
    const kept = [...queue.map((queued) => ({ queued })), ...rules.map((rule) => ({ rule }))];
    if (kept.length > 0) seat.say(kept.map((msg) => ({ dir: 'note', msg })));
  }

  /** Nothing of it is known yet at the process that it begins at. */
  begin(resume: string | undefined, seat: number): void {
    this.state = this.driver.begin(this.runOptions(resume, seat));
    this.#exit = undefined;
    this.#stopping = false;
    this.record.begin();
  }

  /** Goes on with a process that runs, or with what a wire has told. */
  adopt(seat: Seat, nativeId: string | undefined): void {
    this.#seat = seat.isLinked ? seat : undefined;
    this.#wire = seat.wire;
    this.#nativeId ??= nativeId;
    this.#act();
  }

  /** To be given to the process. */
  readonly events: SeatEvents = {
    record: (record) => this.#read(record),
    caughtUp: () => {
      this.#answers.settle();
      this.changes.tell();
      this.#act();
    },
    gone: () => void this.#gone(),
    thread: () => this.state.nativeId,
  };

  #read(record: WireRecord): void {
    const { dir, msg, at } = record;
    if (dir === 'note') this.record.note(msg, at);
    if (dir === 'exit') this.#exited(msg ?? {});
    else this.driver.read(this.state, record);
  }

  #exited(msg: { paused?: boolean; message?: string; stderr?: unknown }): void {
    this.#exit = msg;
    this.#nativeId = this.nativeId;
    this.state.turn = false;
    this.state.ready = false;
    this.state.pending = [];
  }

  async #gone(): Promise<void> {
    this.#seat = undefined;
    if (!this.#exit) this.#exited({});
    clearTimeout(this.#idle);
    this.changes.tell();
    // A message that came while the process was being ended for idleness is for the next one.
    if (this.#exit?.paused && this.record.queue.length > 0 && !this.#starting) await this.start(this.nativeId);
  }

  /** Whatever is to be said now, one thing after the other: the next is decided when this has come back by the wire. */
  #act(): void {
    const seat = this.#seat;
    if (!seat?.isLinked || seat.isInFlight || this.#stopping) return;
    if (!this.state.ready && !seat.mayGreet) return;
    const said = this.#next();
    if (said.length > 0) seat.say(said);
    this.#watchIdle();
  }

  #next(): readonly OutLine[] {
    const own = this.driver.next(this.state);
    if (own.length > 0) return toBegin(own);
    const first = [...this.#opened(), ...this.#answers.byRule()];
    if (first.length > 0) return first;
    const [message] = this.record.queue;
    if (!message || !this.state.ready || this.state.turn) return [];
    const unqueued = { id: message.id, why: 'sent' };
    return [{ dir: 'note', msg: { unqueued } }, ...toAgent(this.driver.send(this.state, message))];
  }

  /** Requests that no rule answers: they wait for a person. */
  get unruled(): readonly PendingRequest[] {
    return this.#answers.unruled();
  }

  /** Where others are in the wire too, it says which thread is this session. */
  #opened(): readonly OutLine[] {
    if (!this.#seat?.number || this.record.isOpened || this.state.nativeId === undefined) return [];
    const { id, createdAt, options } = this;
    return [{ dir: 'note', msg: { opened: { id, createdAt, options } } }];
  }

  /** Sends it, or lets it wait for the end of the turn. True when it waits. */
  async send(message: UserMessage, steer: boolean): Promise<boolean> {
    if (this.isEnded) throw this.#endedFailure();
    if (!this.#seat && !this.#starting) await this.start(this.nativeId);
    // The message before may be on its way, and its turn not known to have begun.
    if (steer) await this.changes.until(() => this.#seat?.isInFlight !== true);
    const seat = this.#seat;
    if (this.isEnded || !seat) throw this.#endedFailure();
    const steered = steer && this.state.turn ? (this.driver.steer?.(this.state, message) ?? []) : [];
    if (steered.length > 0) {
      seat.say(toAgent(steered));
      return false;
    }
    const isFree = this.state.ready && !this.state.turn && this.record.queue.length === 0 && !seat.isInFlight;
    if (isFree && !this.#stopping) seat.say(toAgent(this.driver.send(this.state, message)));
    else seat.say([{ dir: 'note', msg: { queued: message } }]);
    return !isFree;
  }

  cancel(id: string, { by }: Actor): void {
    if (!this.record.queue.some((one) => one.id === id))
      throw new Failure('unknown-request', `No message "${id}" waits in the session "${this.id}".`);
    this.#seat?.say([{ dir: 'note', msg: { unqueued: { id, why: 'cancelled', by } } }]);
  }

  replyPermission(id: string, reply: PermissionReply, actor: Actor): void {
    this.#seat?.say(this.#answers.permission(id, reply, actor));
  }

  replyQuestion(id: string, answers: readonly (readonly string[])[], actor: Actor): void {
    this.#seat?.say(this.#answers.question(id, answers, actor));
  }

  rejectQuestion(id: string, actor: Actor): void {
    this.#seat?.say(this.#answers.reject(id, actor));
  }

  /** A message that is on its way begins a turn, too: it is waited for. */
  async interrupt({ by, via }: Actor): Promise<void> {
    if (!this.driver.features.interrupt)
      throw new Failure('mode-not-supported', `${this.driver.label} cannot be interrupted, only terminated.`);
    await this.changes.until(() => this.#seat?.isInFlight !== true);
    if (!this.#seat || !this.state.turn) return;
    this.#seat.say([{ dir: 'note', msg: { interrupt: { by, via } } }, ...toAgent(this.driver.interrupt(this.state))]);
  }

  /** A session without a process gets one: the agent itself says whether it takes the change. */
  async settings(change: SettingsChange, { by, via }: Actor): Promise<void> {
    if (this.isEnded) throw this.#endedFailure();
    if (!this.#seat) await this.start(this.nativeId);
    const lines = this.#seat && this.driver.settings?.(this.state, change);
    if (!lines) throw new Failure('mode-not-supported', `${this.driver.label} cannot change this while it runs.`);
    this.#seat?.say([{ dir: 'note', msg: { settings: { ...change, by, via } } }, ...toAgent(lines)]);
  }

  /** Interrupt, end of input, a request to end, and then the whole tree. Done when nothing runs. */
  async terminate({ by, via }: Actor): Promise<void> {
    await this.#starting?.catch(() => {});
    const seat = this.#seat;
    if (!seat) {
      this.record.terminated = true;
      this.changes.tell();
      return;
    }
    if (this.state.turn && this.driver.features.interrupt) seat.say(toAgent(this.driver.interrupt(this.state)));
    seat.say([{ dir: 'note', msg: { terminate: { by, via } } }]);
    await this.stop({ reason: `terminated by ${by} via ${via}` });
  }

  /** Ends the process. */
  async stop(why: { readonly reason?: string; readonly paused?: boolean }): Promise<void> {
    const seat = this.#seat;
    if (!seat) return;
    this.#stopping = true;
    const { stopTimes } = this.#keeper;
    if (seat.isShared) await this.#quiet(seat, stopTimes.endMs);
    seat.stop({ ...stopTimes, ...why });
    await this.changes.until(() => this.#seat !== seat);
    // When all leave at once, nobody was the last when it was asked to.
    await seat.run.over();
  }

  /** Others go on in the process: what its end would close is closed first, and nothing more is told of the session. */
  async #quiet(seat: Seat, ms: number): Promise<void> {
    const within = (holds: () => boolean) =>
      Promise.race([this.changes.until(() => holds() || this.#seat !== seat), sleep(ms, undefined, { ref: false })]);
    await within(() => !this.state.turn && !seat.isInFlight);
    seat.say(toAgent(this.driver.sharing?.leave?.(this.state) ?? []));
    await within(() => !seat.isInFlight);
  }

  /** Lets go of it; the agent goes on in its holder. */
  leave(): void {
    clearTimeout(this.#idle);
    this.#seat?.leave();
    this.#seat = undefined;
  }

  #watchIdle(): void {
    clearTimeout(this.#idle);
    const { idleMs } = this.#keeper;
    if (idleMs === 0 || this.isBusy || !this.state.ready || !this.driver.features.resume) return;
    this.#idle = setTimeout(() => {
      if (!this.isBusy) void this.stop({ paused: true, reason: 'idle' });
    }, idleMs);
    this.#idle.unref();
  }

  #endedFailure(): Failure {
    const why = this.#exit?.message === undefined ? '' : ` ${this.#exit.message}`;
    return new Failure('session-ended', `The session "${this.id}" has ended.${why}`);
  }
}
