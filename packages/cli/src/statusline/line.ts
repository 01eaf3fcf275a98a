/** The status line itself, from what the agent says about its session and what the archive knew a moment ago. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { StatusSummary } from './summary-file.ts';

export interface LineOptions {
  readonly now: number;
  readonly summary: StatusSummary | undefined;
}

/** `session` is the JSON that the agent writes to standard input; whatever is not there is left out. */
export function statusLine(session: unknown, { now, summary }: LineOptions): string {
  const parts = [
    textAt(session, 'model', 'display_name') ?? textAt(session, 'model', 'id'),
    money('session', microOf(numberAt(session, 'cost', 'total_cost_usd'))),
    ...(summary ? archiveParts(summary, now) : []),
    context(session),
    ...(summary?.warnings ?? []).map((warning) => `⚠ ${warning}`),
  ];
  return neutraliseLine(parts.filter(Boolean).join(' · '));
}

function archiveParts({ todayMicroUsd, dayEnds, block }: StatusSummary, now: number): (string | undefined)[] {
  const open = block && block.end > now ? block : undefined;
  return [
    now < dayEnds ? money('today', todayMicroUsd) : undefined,
    open && `${money('window', open.microUsd)}, ${timeLeft(open.end - now)} left`,
  ];
}

/** How full the context is, where the agent says so. */
function context(session: unknown): string | undefined {
  const used = numberAt(session, 'context_window', 'used_percentage');
  return used === undefined ? undefined : `context ${Math.round(used)}%`;
}

/** To the cent, and half a cent up, as everywhere. */
const money = (name: string, microUsd: number | undefined): string | undefined =>
  microUsd === undefined ? undefined : `${name} $${(Math.round(microUsd / 10_000) / 100).toFixed(2)}`;

const microOf = (usd: number | undefined): number | undefined => (usd === undefined ? undefined : usd * 1e6);

function timeLeft(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}

function textAt(value: unknown, ...path: string[]): string | undefined {
  const text = at(value, ...path);
  return typeof text === 'string' && text !== '' ? text.slice(0, 100) : undefined;
}

function numberAt(value: unknown, ...path: string[]): number | undefined {
  const number = at(value, ...path);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
