/**
 * What each version of an adapter makes of its golden cases, in `read-by.json` beside it. An archive reads a session again only when
 * the adapter's `version` has changed, so a golden that changes while the version stays would leave archives as they are.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '../transcript.ts';
import { type GoldenCase, inputFiles, sha256 } from './fixtures.ts';

export interface ReadBy {
  readonly version: string;
  /** By case: the digest of what is read, and of what it becomes. */
  readonly cases: Readonly<Record<string, { readonly input: string; readonly events: string }>>;
}

export function readBy(path: string): ReadBy | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ReadBy) : undefined;
}

/** Cases that the same version of the adapter now reads otherwise. */
export function changedCases(before: ReadBy | undefined, now: ReadBy): string[] {
  if (before?.version !== now.version) return [];
  return Object.entries(now.cases).flatMap(([name, { input, events }]) => {
    const known = before.cases[name];
    return known && known.input === input && known.events !== events ? [name] : [];
  });
}

export function caseDigests(golden: GoldenCase, transcripts: readonly Transcript[]): ReadBy['cases'][string] {
  const input = Object.entries(inputFiles(golden)).map(([path, bytes]) => [path, sha256(bytes)]);
  const events = transcripts.map(({ session, events }) => ({ session, events }));
  return { input: short(input), events: short(events) };
}

/** What was written of the case, for when only some tests run. */
export const keptTranscripts = ({ folder }: GoldenCase): readonly Transcript[] =>
  JSON.parse(readFileSync(join(folder, 'transcripts.json'), 'utf8')) as Transcript[];

const short = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16);
