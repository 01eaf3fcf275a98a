/**
 * Does a step by an agent: one session, one message, and its transcript as it comes. The session's id follows from the step, so a
 * process that was killed is replaced by one that finds the same session, wherever it is by then.
 */
import type { LiveSession } from '@hansard/core/api/live.ts';
import { lineText } from '@hansard/core/formats/run/run-text.ts';
import { StepLines, stepTokens } from '@hansard/core/formats/run/step-lines.ts';
import { NO_MODEL } from '@hansard/core/formats/run/write-receipt.ts';
import { type Engine, openingOf, type StepCall, type StepOutcome } from './contract.ts';
import { SessionReader } from './session-reader.ts';
import type { StepAgents } from './step-agents.ts';

/** Where the store tells nothing of changes. */
const LOOK_MS = 1000;
/** As long may what was said to an agent take until it can be read. */
const SURE_MS = 3000;

export interface LiveEngineOptions {
  readonly agents: StepAgents;
  readonly directory: string;
  /** What agents ask waits for a person; otherwise it is refused. */
  readonly ask: boolean;
}

export function liveEngine(options: LiveEngineOptions): Engine {
  return { run: (call) => new LiveStep(options, call).run() };
}

export const sessionIdOf = ({ runId, flowKey, stepId, execution }: StepCall): string =>
  `${runId}.${flowKey}.${stepId}.${execution}`;

class LiveStep {
  readonly #options: LiveEngineOptions;
  readonly #call: StepCall;
  readonly #id: string;
  readonly #lines: StepLines;
  readonly #reader: SessionReader;
  #isSent = false;
  #idleSince: number | undefined;

  constructor(options: LiveEngineOptions, call: StepCall) {
    this.#options = options;
    this.#call = call;
    this.#id = sessionIdOf(call);
    this.#lines = new StepLines(call.stepId);
    this.#reader = new SessionReader(options.agents.store);
  }

  get #agents(): StepAgents {
    return this.#options.agents;
  }

  async run(): Promise<StepOutcome> {
    await this.#call.write([lineText(openingOf(this.#call))]);
    try {
      await this.#begin();
      const session = await this.#untilIdle();
      return await this.#finish(session);
    } catch (error) {
      await this.#agents.terminate(this.#id).catch(() => {});
      const message = error instanceof Error ? error.message : String(error);
      const line = { timestamp: this.#call.now(), role: 'system', content: message, type: 'error' };
      await this.#call.write([...this.#lines.close(), lineText(line)]);
      return await this.#outcome(message, undefined, false);
    }
  }

  async #begin(): Promise<void> {
    const { engine, model, permissions, signal, resumed } = this.#call;
    if (resumed && (await this.#agents.find(this.#id))) return;
    if (signal.aborted) throw new Error('Stopped before the agent was started.');
    const created = await this.#agents.create(this.#id, {
      agent: engine.driver.agent,
      directory: this.#options.directory,
      title: `${this.#call.flowKey}/${this.#call.stepId}`,
      ...(model === undefined ? {} : { model }),
      ...(permissions === undefined ? {} : { permissionMode: permissions as 'default' }),
    });
    if (!created.healthy) throw new Error(`${engine.label} did not start: ${created.error ?? 'it said nothing'}`);
    await this.#send();
  }

  async #send(): Promise<void> {
    this.#isSent = true;
    await this.#agents.send(this.#id, this.#call.prompt);
  }

  /** A session that another process has begun and not spoken to: what was sent is not sent again. */
  async #sendLate(): Promise<void> {
    this.#idleSince ??= performance.now();
    if (!this.#isSent && performance.now() - this.#idleSince > SURE_MS) await this.#send();
  }

  /** Writes what is said until the turn is over, and answers what is asked meanwhile. */
  async #untilIdle(): Promise<LiveSession | undefined> {
    const wake = new Wake(this.#agents.store, this.#call.signal);
    try {
      for (;;) {
        const woken = wake.next();
        const session = await this.#agents.find(this.#id);
        await this.#read(session, false);
        const isIdle = session?.status === 'idle' && session.queue.length === 0;
        // Before the message has come to the agent it is idle, too.
        const isOver = !session || session.ended || (isIdle && this.#reader.hasPrompt);
        if (isOver || this.#call.signal.aborted) return session;
        if (isIdle) await this.#sendLate();
        if (session.status === 'waiting' && !this.#options.ask) await this.#refuse();
        await woken;
      }
    } finally {
      wake.end();
    }
  }

  async #refuse(): Promise<void> {
    for (const item of await this.#agents.pending()) if (item.sessionId === this.#id) await this.#agents.refuse(item);
  }

  async #read(session: LiveSession | undefined, isOver: boolean): Promise<void> {
    if (!session || session.id === null) return;
    const events = await this.#reader.complete(session.id, isOver);
    const ready = events.flatMap((event) => this.#lines.take(event));
    if (ready.length > 0) await this.#call.write(ready);
  }

  /** The session is ended first: then everything that it said can be read. */
  async #finish(last: LiveSession | undefined): Promise<StepOutcome> {
    const { signal, resumed, engine } = this.#call;
    const wasEnded = last?.ended !== false;
    await this.#agents.terminate(this.#id);
    const session = (await this.#agents.find(this.#id)) ?? last;
    await this.#read(session, true);
    await this.#call.write(this.#lines.close());
    if (signal.aborted) return this.#outcome('The step was stopped.', session, false);
    if (wasEnded && !this.#reader.hasTurnEnded) {
      const error = `${engine.label} has ended before the step was done.`;
      return this.#outcome(this.#lines.failure ?? error, session, resumed);
    }
    return this.#outcome(this.#lines.failure, session, false);
  }

  async #outcome(error: string | undefined, session: LiveSession | undefined, lost: boolean): Promise<StepOutcome> {
    const { engine, startedAt, now } = this.#call;
    const events = session?.id ? await this.#reader.all(session.id) : [];
    return {
      failed: error !== undefined,
      error,
      lost,
      model: events.find(({ model }) => model)?.model ?? this.#call.model ?? NO_MODEL,
      startedAt,
      completedAt: now(),
      tokens: stepTokens(events),
      answer: this.#lines.answer,
      receipt: {
        mode: 'cli',
        ...(engine.provider === undefined ? {} : { provider: engine.provider }),
        execution_mode: 'session',
        ...(session?.id ? { session_id: session.id } : {}),
        ...(session?.nativeSessionId ? { native_session_id: session.nativeSessionId } : {}),
      },
    };
  }
}

/** Waits for whatever may have changed something. */
class Wake {
  readonly #unwatch: () => void;
  readonly #signal: AbortSignal;
  #wake: () => void = () => {};
  #isDue = false;
  readonly #timer: NodeJS.Timeout;

  constructor({ changes }: StepAgents['store'], signal: AbortSignal) {
    this.#signal = signal;
    this.#unwatch = changes.watch(() => this.#tell());
    this.#timer = setInterval(() => this.#tell(), LOOK_MS);
    signal.addEventListener('abort', this.#tell);
  }

  readonly #tell = (): void => {
    this.#isDue = true;
    this.#wake();
  };

  /** To be asked for before looking, so that nothing falls between. */
  next(): Promise<void> {
    this.#isDue = false;
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#isDue || this.#signal.aborted) resolve();
    });
  }

  end(): void {
    this.#unwatch();
    clearInterval(this.#timer);
    this.#signal.removeEventListener('abort', this.#tell);
  }
}
