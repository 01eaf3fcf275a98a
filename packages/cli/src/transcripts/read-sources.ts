/** FILE, DIR or - as the user gives it → sessions to write: in memory, or event by event where a file is too large for it. */
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
  target: string,
  options: ReadOptions,
): AsyncGenerator<SessionRead> {
  const sources = await longSources(context, target, options);
  if (!sources) {
    for await (const transcript of readTranscripts(context, target, options)) yield { transcript };
    return;
  }
  const { session } = options;
  let found = session === undefined;
  for await (const source of sources) {
    if (session !== undefined && !isSession(source.header, session)) continue;
    found = true;
    yield { source };
  }
  if (!found) throw noSession(session as string, target);
}

/** Undefined when the target is no file, or none that is large. */
async function longSources(context: Context, target: string, { agent, prices }: ReadOptions) {
  const path = resolve(target);
  const file = target === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) return undefined;
  const known = agent === undefined ? adapters : forceAgent(agent);
  const host = await keptHostOf(context);
  const options = { now: new Date().toISOString(), prices, folder: tmpdir(), long: LONG_BYTES };
  const sources = await fileSources(known, host, path, options);
  if (sources || file.size < LONG_BYTES || agent !== undefined) return sources;
  return longWritten(host, host.read(path), target, tmpdir());
}
