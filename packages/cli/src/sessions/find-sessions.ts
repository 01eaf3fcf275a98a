/** Finds the newest sessions on the machine and looks into just as many files as the list needs. */
import { type DiscoveredInput, discover, type Peek, peek } from '@hansard/archive';
import { type Adapter, Failure, type Host } from '@hansard/core';
import { agentOf } from '../machine.ts';

export interface FindOptions {
  readonly limit: number;
  readonly agent?: string;
  /** Text in the project's folder. */
  readonly project?: string;
}

export interface Listed {
  readonly adapter: Adapter;
  readonly input: DiscoveredInput;
  readonly peek: Peek;
}

export interface Found {
  readonly sessions: readonly Listed[];
  /** Files with sessions on this machine, listed or not. */
  readonly total: number;
  readonly searched: readonly Adapter[];
  /** The list is a selection by project. */
  readonly selected: boolean;
  /** The limit kept some from the list. */
  readonly more: boolean;
}

type Candidate = Omit<Listed, 'peek'>;

export async function findSessions(host: Host, adapters: readonly Adapter[], options: FindOptions): Promise<Found> {
  const searched = options.agent === undefined ? adapters : [included(agentOf(options.agent), adapters)];
  const candidates = await newestFirst(host, searched);
  const sessions: Listed[] = [];
  let more = false;
  for (const { adapter, input } of candidates) {
    more = isPast(input, sessions, options.limit);
    if (more) break;
    for (const found of await peek(adapter, host, input, options.limit)) {
      if (isOf(found, options.project)) sessions.push({ adapter, input, peek: found });
    }
  }
  const newest = sessions.sort(byTime(timeOf)).slice(0, options.limit);
  return {
    // Those in which something happened last, in the order in which they began.
    sessions: newest.sort(byTime(startOf)),
    total: candidates.length,
    searched,
    selected: options.project !== undefined,
    more: more || sessions.length > options.limit,
  };
}

/** When something last happened in it: a store is newer than most of its sessions. */
function timeOf({ input, peek: { endedAt, startedAt } }: Listed): string {
  const time = input.kind === 'store' ? Date.parse(endedAt ?? startedAt ?? '') : Number.NaN;
  return Number.isNaN(time) ? input.modifiedAt : new Date(time).toISOString();
}

export function startOf(listed: Listed): string {
  const time = Date.parse(listed.peek.startedAt ?? '');
  return Number.isNaN(time) ? listed.input.modifiedAt : new Date(time).toISOString();
}

/** Latest first. */
const byTime = (of: (listed: Listed) => string) => (a: Listed, b: Listed) =>
  of(a) < of(b) ? 1 : of(a) > of(b) ? -1 : 0;

async function newestFirst(host: Host, adapters: readonly Adapter[]): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for await (const { adapter, inputs } of discover(adapters, host)) {
    for (const input of inputs) if (input.role === 'session') candidates.push({ adapter, input });
  }
  const time = ({ input }: Candidate) => input.modifiedAt;
  return candidates.sort((a, b) => (time(a) < time(b) ? 1 : time(a) > time(b) ? -1 : 0));
}

/** Whether the list is full of sessions that are as new as anything in the input can be. */
function isPast(input: DiscoveredInput, listed: readonly Listed[], limit: number): boolean {
  if (listed.length < limit) return false;
  let newer = 0;
  for (const session of listed) if (timeOf(session) >= input.modifiedAt && ++newer >= limit) return true;
  return false;
}

function isOf({ project }: Peek, wanted: string | undefined): boolean {
  return wanted === undefined || project?.toLowerCase().includes(wanted.toLowerCase()) === true;
}

/** The agent, unless the settings leave it out. */
export function included(adapter: Adapter, adapters: readonly Adapter[]): Adapter {
  if (adapters.includes(adapter)) return adapter;
  const remedy = 'Take it out of the setting exclude.agents first.';
  throw new Failure('bad-argument', `${adapter.label} is excluded by your settings.`, { remedy });
}
