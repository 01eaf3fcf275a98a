/** A live stream and the log of the same session, read apart, and what they have in common. */
import type { InputRead } from '../reading/input-read.ts';
import { assemble } from '../reading/transcripts.ts';
import type { Event, Transcript } from '../transcript.ts';
import { sha256 } from './fixtures.ts';

export interface WitnessPair {
  readonly live: Transcript;
  readonly log: Transcript;
  /** Both as one. */
  readonly joined: Transcript;
}

const options = { now: '2026-01-01T00:00:00.000Z', digest: sha256 };
const keyOf = ({ source, session }: Transcript) => JSON.stringify([source.agent, session.nativeId]);

export function witnessPairs(reads: readonly InputRead[]): WitnessPair[] {
  const logs = assemble(
    reads.filter(({ dialect }) => !dialect.live),
    options,
  );
  const both = assemble(reads, options);
  return assemble(
    reads.filter(({ dialect }) => dialect.live),
    options,
  ).flatMap((live) => {
    const log = logs.find((other) => keyOf(other) === keyOf(live));
    const joined = both.find((other) => keyOf(other) === keyOf(live));
    return log && joined ? [{ live, log, joined }] : [];
  });
}

export interface Shares {
  readonly shared: number;
  readonly liveOnly: string[];
  readonly logOnly: string[];
  /** In both under one id, but as another kind of event or another agent's. */
  readonly differing: string[];
}

export function sharesOf({ live, log }: WitnessPair, type: string): Shares {
  const ofType = (events: readonly Event[]) => events.filter((event) => event.type === type);
  const inLog = new Map(log.events.map((event) => [event.id, event]));
  const inLive = new Set(live.events.map(({ id }) => id));
  const shown = ({ id, text, tool }: Event) => `${id} ${(text ?? tool?.name ?? '').slice(0, 60)}`;
  const shared = ofType(live.events).filter(({ id }) => inLog.has(id));
  return {
    shared: shared.length,
    liveOnly: ofType(live.events)
      .filter(({ id }) => !inLog.has(id))
      .map(shown),
    logOnly: ofType(log.events)
      .filter(({ id }) => !inLive.has(id))
      .map(shown),
    differing: shared
      .filter(({ id, source }) => inLog.get(id)?.type !== type || inLog.get(id)?.source !== source)
      .map(shown),
  };
}

/** What stands on a wire must be in the log under the same id. */
export const SHARED_TYPES = ['user_message', 'assistant_message', 'reasoning', 'tool_call', 'tool_result'] as const;
