/** What takes sessions in that do not come from an agent's own files: injected where that is on. */
import type { Signal } from '../telemetry/otlp-messages.ts';
import type { SessionId } from './sessions.ts';

export interface DocumentIntake {
  /** A document in a format that is read (`sample.transcript.json`). Gives the sessions in it; fails when there are none. */
  add(name: string, document: string, now: string): Promise<readonly SessionId[]>;
}

/** Spans and log records of programs, as exporters send them: a session comes in many posts, in any order. */
export interface TelemetryIntake {
  /** `data` is OTLP/JSON. It is kept when the answer is there, and its sessions can be read soon after. */
  take(signal: Signal, data: Readonly<Record<string, unknown>>, now: string): Promise<TelemetryTaken>;
  /** Done when what was taken can be read. */
  settled(): Promise<void>;
}

export interface TelemetryTaken {
  /** Records that belong to no session: they are kept apart. */
  readonly unplaced: number;
  /** What they are called, a few of them. */
  readonly names: readonly string[];
}
