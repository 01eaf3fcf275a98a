/**
 * Lines of a recorded wire: what went to an agent and what came from it, each message in an envelope
 * `{at, dir, msg}`, after a header that says whose wire it is. docs/wire.md is the specification.
 */
import { isObject, type Json, stringOf, wordOf } from '../native-values.ts';
import { readTime } from '../time.ts';

export const DIRECTIONS = ['in', 'out', 'err', 'exit', 'note'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface WireLine {
  readonly dir: Direction;
  readonly msg: unknown;
  /** When the line was written. */
  readonly at?: string;
  /** Milliseconds since the recording began, in recordings without absolute times. */
  readonly since?: number;
}

export interface WireHeader {
  /** Id of the agent, as in the list of adapters. */
  readonly agent?: string;
  /** The dialect of the messages: `control`, or `acp/wire` where it is another adapter's. */
  readonly dialect?: string;
  readonly agentVersion?: string;
  readonly directory?: string;
  /** Native id of the session, where it is known beforehand. */
  readonly session?: string;
  /** Id of the process, where Hansard itself ran it. */
  readonly run?: string;
  /** The session began in an earlier process. */
  readonly resumes?: boolean;
}

const isDirection = (value: unknown): value is Direction => DIRECTIONS.includes(value as Direction);

export function wireLineOf(value: unknown): WireLine | undefined {
  if (!isObject(value) || !isDirection(value['dir']) || !('msg' in value)) return undefined;
  const { dir, msg, at, t } = value;
  const time = readTime(at);
  if (time !== undefined) return { dir, msg, at: time };
  return typeof t === 'number' && Number.isFinite(t) && t >= 0 ? { dir, msg, since: t } : { dir, msg };
}

const AGENT = /^[a-z0-9][a-z0-9-]{0,39}$/;

export function wireHeaderOf(value: unknown): WireHeader | undefined {
  if (!isObject(value) || value['hansard'] !== 'wire') return undefined;
  const agent = wordOf(value['agent']);
  return {
    ...(agent !== undefined && AGENT.test(agent) ? { agent } : {}),
    ...word(value, 'dialect'),
    ...word(value, 'agentVersion'),
    ...(stringOf(value['directory']) === undefined ? {} : { directory: value['directory'] as string }),
    ...word(value, 'session'),
    ...word(value, 'run'),
    ...(value['resumes'] === true ? { resumes: true } : {}),
  };
}

function word<K extends string>(value: Json, key: K): { [P in K]?: string } {
  const found = wordOf(value[key]);
  return (found === undefined ? {} : { [key]: found }) as { [P in K]?: string };
}
