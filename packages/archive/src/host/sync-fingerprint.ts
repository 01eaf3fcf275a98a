/**
 * What the last sync looked at when it found nothing new, in a file beside the archive: while the archive and all of that
 * are what they were, the next sync has the same answer. Whatever is wrong with the file means that it goes its usual way.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '@hansard/core';
import { archiveFile } from '../home.ts';
import type { SyncSummary } from '../sync/sync.ts';
import { replaceFile } from '../whole-files.ts';
import { isAsNoted, type Noted, type RecordingHost } from './recording-host.ts';

interface LastLook extends Noted {
  /** Whatever else the answer depends on: the program, its settings and arguments. */
  readonly asked: string;
  readonly archive: string;
  readonly summary: SyncSummary;
}

/** Two changes within the time that the coarsest file systems tell apart look like one. */
const UNSURE_MS = 2000;

const fileIn = (home: string): string => join(home, 'last-look.json');

/** What a sync would say, if nothing is different. */
export function lastSummary(home: string, asked: string, env: Host['env']): SyncSummary | undefined {
  try {
    const look = JSON.parse(readFileSync(fileIn(home), 'utf8')) as LastLook;
    if (look.asked !== asked || look.archive !== archiveState(home)?.text) return undefined;
    return isAsNoted(look, env) ? look.summary : undefined;
  } catch {
    return undefined;
  }
}

/** The archive as it is now, by its files. */
export function archiveState(home: string): { readonly text: string; readonly changed: number } | undefined {
  const file = archiveFile(home);
  const states = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (!states[0]) return undefined;
  return {
    // An archive that is open has a log although nothing was written.
    text: states.map((state) => (state?.size ? `${state.size} ${state.mtimeMs}` : 'empty')).join(', '),
    changed: Math.max(...states.map((state) => (state?.size ? state.mtimeMs : 0))),
  };
}

export interface Look {
  readonly asked: string;
  /** Before anything was looked at. */
  readonly archive: ReturnType<typeof archiveState>;
  readonly started: number;
  readonly summary: SyncSummary;
}

/** Keeps the look of a sync that found nothing new. One that cannot be kept is no reason to fail. */
export function keepLook(home: string, noting: RecordingHost, { asked, archive, started, summary }: Look): void {
  if (!archive || !foundNothing(summary) || archiveState(home)?.text !== archive.text) return;
  if (Math.max(archive.changed, noting.newest()) > started - UNSURE_MS) return;
  const look: LastLook = { asked, archive: archive.text, summary, ...noting.noted() };
  try {
    replaceFile(fileIn(home), JSON.stringify(look));
  } catch {}
}

/** It names files of sessions, which are to be erased with them. */
export function forgetLook(home: string): void {
  rmSync(fileIn(home), { force: true });
}

function foundNothing({ agents, problems, newSessions, newEvents }: SyncSummary): boolean {
  if (problems.length > 0 || newSessions !== 0 || newEvents !== 0) return false;
  return agents.every(({ files, stored, bytes }) => {
    const kept = files.new + files.grown + files.rewritten + files.overtaken;
    return kept === 0 && stored === 0 && bytes === 0;
  });
}
