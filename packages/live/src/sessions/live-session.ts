/**
 * A session that is run: at most one process at a time, a queue of messages, and what waits for a person. All that it knows
 * comes from the wire, so it is the same after every restart.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '@hansard/core';
import type { LiveSession as LiveSessionView, PermissionReply } from '@hansard/core/api/live.ts';
import type { Actor } from '@hansard/core/store/live.ts';
import type {
  Decision,
  Driver,
  DriverState,
  McpServer,
  PendingPermission,
  PendingRequest,
  RunOptions,
  SettingsChange,
  UserMessage,
} from '../drivers/contract.ts';
import type { OutLine } from '../holder/protocol.ts';
import { decide, matches, type Policy, type Rule, ruleFor, seenFrom } from '../permissions/rule.ts';
import type { WireRecord } from '../wire/wire-tail.ts';
import { Changes } from './changes.ts';
import { decidedBefore, findRequest } from './find-request.ts';
import type { Run } from './run.ts';
import type { SessionOptions } from './run-header.ts';
import { type Decided, SessionRecord } from './session-record.ts';

/** What a session needs of those who keep it. */
export interface SessionKeeper {
  readonly policy: Policy;
  /** Milliseconds without anything to do after which the process is ended; 0: never. */
  readonly idleMs: number;
  readonly stopTimes: { readonly endMs: number; readonly termMs: number };
  /** A server of tools by its name in the settings. */
  mcp(name: string): McpServer;
  /** Starts a process for the session, or for the one to go on with. */
  launch(session: LiveSession, resume: string | undefined): Promise<Run>;
  /** The wire has grown. */
  grown(run: Run): void;
  /** The holder is gone and has not said how the agent ended: nothing of the run may be left, and its end is noted. */
  cleanUp(run: Run): Promise<void>;
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
  #run: Run | undefined;
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
  }

  /** What a process is started with, as far as the session knows. */
  runOptions(resume: string | undefined): RunOptions {
    const { directory, permissionMode, model, effort, agentMode, mcp = [] } = this.current;
    const servers = Object.fromEntries(mcp.map((name) => [name, this.#keeper.mcp(name)]));
    const isFork = this.isFork && resume !== undefined;
    const common = { directory, permissionMode, model, effort, agentMode, session: '', files: {}, mcp: servers };
    return { ...common, ...(resume === undefined ? {} : { resume }), ...(isFork ? { fork: true } : {}) };
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
    if (this.#run || this.#starting) return false;
    return this.record.terminated || (this.#exit !== undefined && this.#exit.paused !== true);
  }

  /** What the agent wrote to standard error before it ended. */
  get lastWords(): string {
    const { message, stderr } = this.#exit ?? {};
    const words = typeof stderr === 'string' ? stderr : ((stderr as { tail?: string } | undefined)?.tail ?? '');
    return [message ?? '', ...words.split('\n').slice(-3)].filter((line) => line !== '').join(' ');
  }

  get hasProcess(): boolean {
    return this.#run?.isLinked === true;
  }

  get isBusy(): boolean {
    return (
      this.state.turn || this.state.pending.length > 0 || this.record.queue.length > 0 || this.#run?.isInFlight === true
    );
  }

  get status(): string {
    if (this.isEnded) return 'ended';
    if (this.#starting || (this.#run && !this.state.ready)) return 'creating';
    if (this.state.pending.length > 0) return 'waiting';
    return this.state.turn || this.#run?.isInFlight ? 'running' : 'idle';
  }

  view(stored: string | undefined): LiveSessionView {
    const { agent, agentMode, permissionMode, model, effort, directory, title } = this.current;
    return {
      sessionId: this.id,
      id: stored ?? null,
      agent,
      agentMode: agentMode ?? 'default',
      permissionMode,
      model: model ?? null,
      variant: effort ?? null,
      nativeSessionId: this.nativeId ?? null,
      directory,
      title: title ?? null,
      status: this.status,
      ended: this.isEnded,
      process: this.hasProcess,
      createdAt: this.createdAt,
      queue: this.record.queue.map(({ id, text }) => ({ id, text })),
      pending: this.state.pending.length,
      decided: this.record.lastDecided(),
    };
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
    this.state = this.driver.begin(this.runOptions(resume));
    this.#exit = undefined;
    this.#stopping = false;
    this.record.terminated = false;
    const { queue, rules } = this.record;
    this.record.queue = [];
    this.record.rules = [];
    const run = await this.#keeper.launch(this, resume);
    if (!this.#exit) this.#run = run;
    this.#wire = run.wire;
    this.isFork = false;
    // What waited for the last process waits for this one, and what was decided for the session holds: each wire tells all of it.
    const kept = [...queue.map((queued) => ({ queued })), ...rules.map((rule) => ({ rule }))];
    if (kept.length > 0) run.say(kept.map((msg) => ({ dir: 'note', msg })));
  }

  /** Goes on with a process that runs, or with what a wire has told. */
  adopt(run: Run, nativeId: string | undefined): void {
    this.#run = run.isLinked ? run : undefined;
    this.#wire = run.wire;
    this.#nativeId ??= nativeId;
    this.#act();
  }

  /** To be given to the run. */
  readonly events = {
    record: (record: WireRecord) => this.#read(record),
    caughtUp: () => {
      if (this.#run) this.#keeper.grown(this.#run);
      this.changes.tell();
      this.#act();
    },
    gone: (isEnded: boolean) => void this.#gone(isEnded),
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

  async #gone(isEnded: boolean): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    if (run && !isEnded) await this.#keeper.cleanUp(run);
    if (!this.#exit) this.#exited({});
    clearTimeout(this.#idle);
    this.changes.tell();
    // A message that came while the process was being ended for idleness is for the next one.
    if (this.#exit?.paused && this.record.queue.length > 0 && !this.#starting) await this.start(this.nativeId);
  }

  /** Whatever is to be said now, one thing after the other: the next is decided when this has come back by the wire. */
  #act(): void {
    const run = this.#run;
    if (!run?.isLinked || run.isInFlight || this.#stopping) return;
    const said = this.#next();
    if (said.length > 0) run.say(said);
    this.#watchIdle();
  }

  #next(): readonly OutLine[] {
    const own = this.driver.next(this.state);
    if (own.length > 0) return toAgent(own);
    for (const request of this.state.pending) {
      const lines = request.kind === 'permission' ? this.#byRule(request) : [];
      if (lines.length > 0) return lines;
    }
    const [message] = this.record.queue;
    if (!message || !this.state.ready || this.state.turn) return [];
    const unqueued = { id: message.id, why: 'sent' };
    return [{ dir: 'note', msg: { unqueued } }, ...toAgent(this.driver.send(this.state, message))];
  }

  /** What the policy or an earlier "always" decides. */
  #byRule(request: PendingPermission): readonly OutLine[] {
    const byPolicy = decide(this.#keeper.policy, seenFrom(request.asks, this.options.directory));
    if (byPolicy?.verdict === 'deny') return this.#answerBy(request, byPolicy.rule, false, 'policy');
    if (byPolicy?.verdict === 'ask') return [];
    if (byPolicy) return this.#answerBy(request, byPolicy.rule, true, 'policy');
    const rule = this.record.rules.find((one) => matches(one, request.asks));
    return rule ? this.#answerBy(request, rule, true, 'rule') : [];
  }

  #answerBy(request: PendingPermission, rule: Rule, allows: boolean, via: string): readonly OutLine[] {
    const decision: Decision = allows
      ? { kind: 'allow' }
      : { kind: 'reject', message: 'The policy does not allow this.' };
    const status = allows ? 'accept_for_session' : 'reject';
    const answer = { request: request.id, by: 'hansard', via, decision: status, status, rule };
    return [...toAgent(this.driver.reply(this.state, request, decision)), { dir: 'note', msg: { answer } }];
  }

  /** Sends it, or lets it wait for the end of the turn. True when it waits. */
  async send(message: UserMessage, steer: boolean): Promise<boolean> {
    if (this.isEnded) throw this.#endedFailure();
    if (!this.#run && !this.#starting) await this.start(this.nativeId);
    const run = this.#run;
    if (this.isEnded || !run) throw this.#endedFailure();
    if (steer && this.state.turn && this.driver.steer) {
      run.say(toAgent(this.driver.steer(this.state, message)));
      return false;
    }
    const isFree = this.state.ready && !this.state.turn && this.record.queue.length === 0 && !run.isInFlight;
    if (isFree && !this.#stopping) run.say(toAgent(this.driver.send(this.state, message)));
    else run.say([{ dir: 'note', msg: { queued: message } }]);
    return !isFree;
  }

  cancel(id: string, { by }: Actor): void {
    if (!this.record.queue.some((one) => one.id === id))
      throw new Failure('unknown-request', `No message "${id}" waits in the session "${this.id}".`);
    this.#run?.say([{ dir: 'note', msg: { unqueued: { id, why: 'cancelled', by } } }]);
  }

  replyPermission(id: string, { reply, message, option }: PermissionReply, actor: Actor): void {
    const request = this.#open(id, 'permission') as PendingPermission;
    if (reply === 'reject') {
      this.#answer(request, { kind: 'reject', ...(message === undefined ? {} : { message }) }, 'reject', actor);
      return;
    }
    const rule = reply === 'always' ? ruleFor(request.asks, randomUUID()) : undefined;
    const decision: Decision = { kind: 'allow', ...(option === undefined ? {} : { option }) };
    this.#answer(request, decision, rule ? 'accept_for_session' : 'accept', actor, rule);
  }

  replyQuestion(id: string, answers: readonly (readonly string[])[], actor: Actor): void {
    this.#answer(this.#open(id, 'question'), { kind: 'answers', answers }, 'answered', actor);
  }

  rejectQuestion(id: string, actor: Actor): void {
    this.#answer(this.#open(id, 'question'), { kind: 'reject' }, 'rejected', actor);
  }

  /** The first answer wins. */
  #open(id: string, kind: PendingRequest['kind']): PendingRequest {
    const request = findRequest(this.state.pending, id, kind);
    if (request && !this.#answering.has(request.id)) return request;
    throw decidedBefore(this.record, this.id, request?.id ?? id, this.#answering.get(request?.id ?? ''));
  }

  /** Answers on their way, by request. */
  readonly #answering = new Map<string, Decided>();

  #answer(request: PendingRequest, decision: Decision, status: string, { by, via }: Actor, rule?: Rule): void {
    const answer = { request: request.id, by, via, decision: status, status, ...(rule ? { rule } : {}) };
    this.#answering.set(request.id, { what: status, by, via, at: Date.now() });
    this.#run?.say([
      ...toAgent(this.driver.reply(this.state, request, decision)),
      { dir: 'note', msg: { answer, ...(rule ? { rule } : {}) } },
    ]);
    this.changes.once(() => this.#answering.delete(request.id));
  }

  /** A message that is on its way begins a turn, too: it is waited for. */
  async interrupt({ by, via }: Actor): Promise<void> {
    if (!this.driver.features.interrupt)
      throw new Failure('mode-not-supported', `${this.driver.label} cannot be interrupted, only terminated.`);
    await this.changes.until(() => this.#run?.isInFlight !== true);
    if (!this.#run || !this.state.turn) return;
    this.#run.say([{ dir: 'note', msg: { interrupt: { by, via } } }, ...toAgent(this.driver.interrupt(this.state))]);
  }

  /** A session without a process gets one: the agent itself says whether it takes the change. */
  async settings(change: SettingsChange, { by, via }: Actor): Promise<void> {
    if (this.isEnded) throw this.#endedFailure();
    if (!this.#run) await this.start(this.nativeId);
    const lines = this.#run && this.driver.settings?.(this.state, change);
    if (!lines) throw new Failure('mode-not-supported', `${this.driver.label} cannot change this while it runs.`);
    this.#run?.say([{ dir: 'note', msg: { settings: { ...change, by, via } } }, ...toAgent(lines)]);
  }

  /** Interrupt, end of input, a request to end, and then the whole tree. Done when nothing runs. */
  async terminate({ by, via }: Actor): Promise<void> {
    await this.#starting?.catch(() => {});
    const run = this.#run;
    if (!run) {
      this.record.terminated = true;
      this.changes.tell();
      return;
    }
    if (this.state.turn && this.driver.features.interrupt) run.say(toAgent(this.driver.interrupt(this.state)));
    run.say([{ dir: 'note', msg: { terminate: { by, via } } }]);
    await this.stop({ reason: `terminated by ${by} via ${via}` });
  }

  /** Ends the process. */
  async stop(why: { readonly reason?: string; readonly paused?: boolean }): Promise<void> {
    const run = this.#run;
    if (!run) return;
    this.#stopping = true;
    run.stop({ ...this.#keeper.stopTimes, ...why });
    await this.changes.until(() => this.#run !== run);
  }

  /** Lets go of it; the agent goes on in its holder. */
  leave(): void {
    clearTimeout(this.#idle);
    this.#run?.leave();
    this.#run = undefined;
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

const toAgent = (messages: readonly object[]): OutLine[] => messages.map((msg) => ({ dir: 'in', msg }));
