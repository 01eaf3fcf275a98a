/**
 * Adds what agents themselves have written, or what was recorded of them, from wherever the user has it: a log, a database,
 * a wire, or a folder of such files. It is one more input of the sessions that it tells of. A log that has grown since goes
 * on where it was; one that has changed otherwise is a further input, so nothing that an earlier one told is taken back.
 */
import type { Adapter, Detected, Host } from '@hansard/core';
import { inputsAround } from '@hansard/core/reading/read-session.ts';
import type { Archive } from '../archive.ts';
import { continues } from '../sqlite/originals/continues.ts';
import { type SyncProblem, syncInputs } from '../sync/sync.ts';
import { broughtHost, broughtName } from './brought-host.ts';
import { hashOfFile } from './hash-of-file.ts';

export interface Bringing {
  readonly archive: Archive;
  readonly host: Host;
  /** RFC 3339. */
  readonly now: string;
  /** Where it comes from, as the user calls it. */
  readonly origin?: string;
  /** Stands before paths that are not to be kept: a folder for what came by standard input. */
  readonly root?: string;
}

export interface Brought {
  /** Names under which the files are in the archive. */
  readonly paths: readonly string[];
  readonly problems: readonly SyncProblem[];
  readonly erased: boolean;
}

/** The session around a file whose agent is known. */
export async function importNative(options: Bringing, path: string, detected: Detected): Promise<Brought> {
  const { archive, host, root = '' } = options;
  // A file that sync has found here is no other one for being named.
  if (archive.originals.input(path)?.elsewhere === false) return bring(options, host, detected, path);
  const below = path.slice(root.length);
  const mark = await markOf(options, path, below, detected);
  return bring(options, broughtHost(host, root), detected, broughtName(host, mark, below));
}

async function bring(options: Bringing, host: Host, detected: Detected, path: string): Promise<Brought> {
  const { archive, now, origin } = options;
  const { adapter } = detected;
  const inputs = await inputsAround(detected, host, path);
  const found = inputs.map((input) => ({ adapter, input, origin }));
  const elsewhere = host !== options.host;
  const summary = await syncInputs({ archive, adapters: [adapter], host, now, origin, elsewhere }, found);
  const erased = summary.agents.some(({ files }) => files.erased > 0);
  return { paths: inputs.map((input) => input.path), problems: summary.problems, erased };
}

/** What it is filed under: of a database the place, of a log its beginning, of anything else its content. */
async function markOf(options: Bringing, path: string, below: string, { adapter, dialect }: Detected): Promise<string> {
  const { host, origin = '' } = options;
  if (dialect.kind === 'store') return host.digest(JSON.stringify([origin, below]));
  if (dialect.kind === 'document') return hashOfFile(host, path);
  const start = await startOf(host, path);
  const brought = broughtHost(host, options.root);
  const logs = await logsAround(adapter, brought, broughtName(host, start, below));
  for (const log of logs) if (!(await goesOn(options.archive, brought, log))) return hashOfFile(host, path);
  return start;
}

async function logsAround(adapter: Adapter, host: Host, path: string): Promise<string[]> {
  const inputs = await adapter.inputsOf(host, path);
  const logs = inputs.filter(({ kind, role }) => kind === 'log' && role !== 'side');
  return [...new Set([path, ...logs.map((log) => log.path)])];
}

/** Whether a log is what is stored under that name, or more of it. */
async function goesOn({ originals }: Archive, host: Host, path: string): Promise<boolean> {
  const row = originals.input(path);
  const latest = row && originals.latest(row.id);
  const file = await host.stat(path);
  return !latest || !file || continues(originals, host, latest, path, file.bytes);
}

const START_BYTES = 64 * 1024;

/** Hash of the first line, as far as it is looked at. */
async function startOf(host: Host, path: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of host.read(path, 0, START_BYTES)) pieces.push(Uint8Array.prototype.slice.call(chunk));
  const start = Buffer.concat(pieces);
  const end = start.indexOf(10);
  return host.digest(start.subarray(0, end < 0 ? start.length : end));
}
