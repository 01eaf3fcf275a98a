/**
 * Names and messages that belong to no session, on their way out: each goes through the gate as the field of a small
 * transcript that it would have in a session, so that there is one way of redacting, and pseudonyms agree.
 */
import { Failure } from '../failure.ts';
import { EVENT_SHAPE, FIXED_NAMES, type Gate, type LearntSession } from '../privacy/index.ts';
import type { Transcript } from '../transcript.ts';
import { SCHEMA_VERSION } from '../vocabulary.ts';

export class GatedTexts {
  readonly #gate: Gate;
  #own: LearntSession | undefined;
  #known: readonly string[] = [];
  readonly #folders = new Map<string, string | undefined>();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /**
   * The folders of all sessions, whose names must be called the same here as in the sessions: a tool or a message may hold the
   * name of a user or a project.
   */
  know(folders: readonly string[]): void {
    if (folders.length === this.#known.length && folders.every((folder, i) => folder === this.#known[i])) return;
    this.#known = folders;
    this.#own = undefined;
  }

  text(text: string): string {
    return this.#learnt.redact({ text }, EVENT_SHAPE).text;
  }

  /** Anything with texts in it, whose fields have the names that they are given. */
  value<T>(value: T): T {
    return this.#learnt.redact(value, FIXED_NAMES);
  }

  get #learnt(): LearntSession {
    this.#own ??= this.#gate.learnTexts(carrier({ extra: { folders: this.#known.map((cwd) => ({ cwd })) } }));
    return this.#own;
  }

  /** The name of a tool or a model. */
  label(name: string): string {
    return this.#learnt.redact({ tool: { name } }, EVENT_SHAPE).tool.name;
  }

  /** A project's folder; undefined when the profile does not cover it. */
  folder(cwd: string): string | undefined {
    if (!this.#folders.has(cwd)) {
      if (this.#folders.size >= MOST_FOLDERS) this.#folders.clear();
      this.#folders.set(cwd, this.#redactFolder(cwd));
    }
    return this.#folders.get(cwd);
  }

  #redactFolder(cwd: string): string | undefined {
    try {
      return this.#gate.redactTranscript(carrier({}, cwd)).session.environment.cwd ?? undefined;
    } catch (error) {
      if (error instanceof Failure && error.code === 'out-of-scope') return undefined;
      throw error;
    }
  }
}

const MOST_FOLDERS = 10_000;
const NEVER = '1970-01-01T00:00:00.000Z';

function carrier(event: Partial<Transcript['events'][number]>, cwd?: string): Transcript {
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: 'text',
    source: { agent: 'hansard', adapter: 'hansard', adapterVersion: '0' },
    session: { startedAt: NEVER, endedAt: null, capturedAt: NEVER, environment: cwd === undefined ? {} : { cwd } },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: { eventCount: 1, messageCount: 0, toolCallCount: 0, durationMs: 0 },
    events: [{ id: 'text', seq: 1, timestamp: NEVER, type: 'assistant_message', ...event }],
  };
}
