/** Entries out of a file: ours, and those that the Python original has written under either of its names. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TranscriptEntry, type TranscriptEntryFields } from '../session/transcript-entry.ts';
import { jsonLines } from './json-lines.ts';

const FILE = /^(?:hansard\.capture\.|weakincentives\.transcript[.:])TranscriptEntry(?:\.[\w-]+)?\.jsonl$/;

/** `path` is a file, or a folder that holds some: a session's own, or one with sessions in it. */
export function* readTranscript(path: string): Iterable<TranscriptEntry> {
  for (const file of filesAt(path)) {
    for (const line of jsonLines(file)) {
      const entry = entryOf(line);
      if (entry) yield entry;
    }
  }
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => FILE.test(name.split(/[\\/]/).at(-1) ?? ''))
    .sort()
    .map((name) => join(path, name));
}

/** What is no entry, such as half a line of a process that was killed, is passed over. */
function entryOf(line: string): TranscriptEntry | undefined {
  try {
    const { role, content, created_at, ...rest } = JSON.parse(line) as TranscriptEntryFields;
    const isEntry = [role, content, created_at].every((field) => typeof field === 'string');
    return isEntry ? new TranscriptEntry({ role, content, created_at, ...rest }) : undefined;
  } catch {
    return undefined;
  }
}
