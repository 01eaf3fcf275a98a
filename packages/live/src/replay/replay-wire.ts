/**
 * A recorded wire as the agent: it says what the agent said, waits wherever somebody spoke to it, and tells where that differs from what
 * was said then. So every recorded session is an agent for tests: no network, no key, the same words.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireRecord } from '../wire/wire-tail.ts';
import { difference, type Renamed, withNames } from './same-message.ts';

export interface ReplayOptions {
  readonly records: Iterable<WireRecord>;
  /** Lines that are said to it; undefined at their end. */
  readonly hear: () => Promise<string | undefined>;
  readonly say: (line: string) => Promise<void>;
  readonly sayError: (line: string) => void;
  /** As fast as then, or so many times faster; 0: without waiting. */
  readonly speed?: number;
  /** Tells of a difference. */
  readonly differs: (text: string) => void;
}

/** Gives the exit status of then, and how often something was said otherwise. */
export async function replayWire(options: ReplayOptions): Promise<{ status: number; differences: number }> {
  const { records, speed = 0 } = options;
  const renamed: Renamed = new Map();
  let [status, differences, number, last] = [0, 0, 1, Number.NaN];
  for (const { dir, msg, at } of records) {
    number++;
    if (speed > 0 && dir !== 'in' && at > last) await sleep((at - last) / speed);
    last = at;
    if (dir === 'out') await options.say(lineOf(withNames(msg, renamed)));
    else if (dir === 'err') options.sayError(lineOf(msg));
    else if (dir === 'exit') status = statusOf(msg);
    else if (dir === 'in') {
      const heard = await options.hear();
      if (heard === undefined) return { status, differences };
      const found = difference(msg, parsed(heard), renamed);
      if (found === undefined) continue;
      differences++;
      options.differs(`line ${number} of the wire: ${found}`);
    }
  }
  return { status, differences };
}

function lineOf(msg: unknown): string {
  if (typeof msg === 'string') return msg;
  const { text, base64 } = (msg ?? {}) as { text?: unknown; base64?: unknown };
  return typeof base64 === 'string' && typeof text === 'string' ? text : JSON.stringify(msg);
}

const statusOf = (msg: unknown): number => {
  const { code } = (msg ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : 1;
};

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
