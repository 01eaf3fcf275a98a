/** FILEs, DIRs or - as the user gives them → sessions to write: in memory, or event by event where a file is too large for it. */
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileSources } from '@hansard/archive/streaming/file-sources.ts';
import { LONG_BYTES } from '@hansard/archive/streaming/long-bytes.ts';
import type { SessionSource } from '@hansard/archive/streaming/spooled-source.ts';
import { adapters, type Transcript } from '@hansard/core';
import type { Context } from '../context.ts';
import { keptHostOf } from '../machine.ts';
import { forceAgent } from './force-agent.ts';
import { isSession, noSession, type ReadOptions, readTranscripts } from './read-transcripts.ts';
import { longWritten } from './read-written.ts';

export type SessionRead = { readonly transcript: Transcript } | { readonly source: SessionSource };

export async function* readSources(
  context: Context,
  targets: readonly string[],
  options: ReadOptions,
): AsyncGenerator<SessionRead> {
  const sources = await longSources(context, targets, options);
  if (!sources) {
    for await (const transcript of readTranscripts(context, targets, options)) yield { transcript };
    return;
  }
  const { session } = options;
  let found = session === undefined;
  for await (const source of sources) {
    if (session !== undefined && !isSession(source.header, session)) continue;
    found = true;
    yield { source };
  }
  if (!found) throw noSession(session as string, targets.join(', '));
}

/** Undefined when one of the targets is no file, or all of them are small. */
async function longSources(context: Context, targets: readonly string[], { agent, prices }: ReadOptions) {
  const paths = targets.map((target) => resolve(target));
  const files = targets.map((target, nth) => (target === '-' ? undefined : fileAt(paths[nth] as string)));
  if (!files.every((file) => file?.isFile())) return undefined;
  const known = agent === undefined ? adapters : forceAgent(agent);
  const host = await keptHostOf(context);
  const options = { now: new Date().toISOString(), prices, folder: tmpdir(), long: LONG_BYTES };
  const sources = await fileSources(known, host, paths, options);
  const [path, target] = [paths[0] as string, targets[0] as string];
  if (sources || targets.length > 1 || (files[0]?.size ?? 0) < LONG_BYTES || agent !== undefined) return sources;
  return longWritten(host, host.read(path), target, tmpdir());
}

const fileAt = (path: string) => statSync(path, { throwIfNoEntry: false });
