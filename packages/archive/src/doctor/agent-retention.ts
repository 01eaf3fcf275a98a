/**
 * What agents are going to delete although the archive does not have it yet. Agents that delete sessions say after how
 * many days; the user may have set another number.
 */
import type { Adapter, Host, HostFile, LocatedInput, MaybePromise, Retention } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { storeFile } from '../ingest/keep-store.ts';
import { count, type Finding, MAX_DETAILS } from './finding.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What is deleted within this time is worth a warning. */
const SOON_DAYS = 7;
const MAX_SETTINGS_BYTES = 1024 * 1024;
const UNITS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 };

export interface RetentionOptions {
  readonly adapters: readonly Adapter[];
  readonly host: Host;
  readonly now: string;
  /** Reads a settings file; agents allow comments in theirs. */
  readonly parse?: (text: string) => unknown;
}

export async function checkRetention(archive: Archive | undefined, options: RetentionOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const waiting: string[] = [];
  for (const adapter of options.adapters) {
    const unkept = await unkeptOf(archive, adapter, options.host);
    waiting.push(...unkept.map(({ path }) => path));
    if (!adapter.retention || unkept.length === 0) continue;
    const days = await retentionDays(adapter.retention, options);
    const soon = unkept.filter(({ modifiedAt }) => daysLeft(modifiedAt, days, options.now) <= SOON_DAYS);
    if (soon.length > 0) findings.push(warning(adapter, days, soon, options.now));
  }
  if (findings.length > 0) return findings;
  if (waiting.length === 0) {
    return [{ check: 'retention', level: 'fine', message: 'Everything that the agents have is in the archive.' }];
  }
  const message = `${count(waiting.length, 'file')} of the agents with something that is not in the archive yet.`;
  const remedy = 'Run `hansard sync`.';
  return [
    {
      check: 'retention',
      level: 'note',
      message,
      remedy,
      count: waiting.length,
      details: waiting.slice(0, MAX_DETAILS),
    },
  ];
}

function warning({ label }: Adapter, days: number, soon: readonly Unkept[], now: string): Finding {
  const first = Math.min(...soon.map(({ modifiedAt }) => daysLeft(modifiedAt, days, now)));
  const when = first <= 0 ? 'the next time it starts' : `within ${count(Math.ceil(first), 'day')}`;
  return {
    check: 'retention',
    level: 'attention',
    message: `${label} deletes what is older than ${count(days, 'day')}: ${count(soon.length, 'file')} that the archive does not have, the first of them ${when}.`,
    remedy: 'Run `hansard sync` now.',
    count: soon.length,
    details: soon.slice(0, MAX_DETAILS).map(({ path }) => path),
  };
}

const daysLeft = (modifiedAt: string, days: number, now: string): number =>
  days - (Date.parse(now) - Date.parse(modifiedAt)) / DAY_MS;

interface Unkept {
  readonly path: string;
  readonly modifiedAt: string;
}

/** Files that are not in the archive, or have changed since. */
async function unkeptOf(archive: Archive | undefined, adapter: Adapter, host: Host): Promise<Unkept[]> {
  const known = archive?.originals.knownFiles();
  const unkept: Unkept[] = [];
  for await (const input of adapter.locate(host)) {
    const file = await fileOf(host, input);
    if (!file || file.folder) continue;
    const kept = known?.get(input.path);
    if (kept && kept.size === file.bytes && kept.modified === file.modifiedAt) continue;
    const state = { size: file.bytes, modified: file.modifiedAt };
    if (!kept && archive?.erasures.isErased(input, state)) continue;
    unkept.push({ path: input.path, modifiedAt: file.modifiedAt });
  }
  return unkept;
}

const fileOf = (host: Host, { kind, path }: LocatedInput): MaybePromise<HostFile | undefined> =>
  kind === 'store' ? storeFile(host, path) : host.stat(path);

/** Infinity where it is turned off. */
export async function retentionDays(
  retention: Retention,
  { host, parse = JSON.parse }: RetentionOptions,
): Promise<number> {
  let { days } = retention;
  for (const path of retention.files(host)) {
    const settings = await settingsIn(host, path, parse);
    if (retention.enabledKey && at(settings, retention.enabledKey) === false) return Number.POSITIVE_INFINITY;
    days = daysOf(at(settings, retention.key)) ?? days;
  }
  return days;
}

async function settingsIn(host: Host, path: string, parse: (text: string) => unknown): Promise<unknown> {
  const file = await host.stat(path);
  if (!file || file.folder || file.bytes > MAX_SETTINGS_BYTES) return undefined;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of host.read(path)) text += decoder.decode(chunk, { stream: true });
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function at(value: unknown, key: string): unknown {
  let found = value;
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function daysOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  const time = typeof value === 'string' ? /^(\d{1,6})([hdwmy])$/.exec(value) : null;
  return time ? Number(time[1]) * (UNITS[time[2] as string] as number) : undefined;
}
