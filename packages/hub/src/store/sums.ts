/** What a session adds to the sums that analysts see: by week, model and tool, and nothing finer. */
import type { SessionTally } from '@hansard/core/held/session-tally.ts';

const WEEK = 7 * 86_400_000;

export interface SessionSum {
  readonly week: number;
  readonly model: string;
  readonly tool: string;
  responses: number;
  calls: number;
  errors: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export function sumsOf(tally: SessionTally): SessionSum[] {
  const sums = new Map<string, SessionSum>();
  const sumOf = (time: number, model: string, tool: string): SessionSum => {
    const week = Math.floor((time || tally.start || 0) / WEEK);
    const key = JSON.stringify([week, model, tool]);
    const known = sums.get(key) ?? { week, model, tool, ...NOTHING };
    sums.set(key, known);
    return known;
  };
  for (const { time, model, inherited, responses, tokens } of tally.responses) {
    if (inherited) continue;
    const sum = sumOf(time, model, '');
    sum.responses += responses;
    sum.input += tokens.input;
    sum.output += tokens.output + tokens.reasoning;
    sum.cacheRead += tokens.cacheRead;
    sum.cacheWrite += tokens.cacheWrite5m + tokens.cacheWrite1h;
  }
  for (const { time, tool, status } of tally.calls) {
    const sum = sumOf(time, '', tool);
    sum.calls++;
    if (status !== '' && status !== 'ok') sum.errors++;
  }
  return [...sums.values()];
}

const NOTHING = { responses: 0, calls: 0, errors: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
