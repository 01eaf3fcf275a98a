/**
 * Adds one file or folder, whatever it is: a log, a database or a wire of an agent, sessions in one of the formats that
 * Hansard reads, or a folder of any of these. It is recognised by its content.
 */
import { type Adapter, adapters as agents, detectFile, type Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { eventCounts } from '../sqlite/sessions/imported-sessions.ts';
import { importFolder } from './import-folder.ts';
import { importNative } from './import-native.ts';
import { importWritten } from './import-written.ts';
import { changesIn, type ImportedFile } from './imported-file.ts';

export interface ImportFileOptions {
  readonly archive: Archive;
  readonly host: Host;
  /** RFC 3339. */
  readonly now: string;
  /** Whose files are recognised. */
  readonly adapters: readonly Adapter[];
  /** Where it comes from, as the user calls it. */
  readonly origin?: string;
  /** A folder whose own name is not kept, for what came by standard input. */
  readonly root?: string;
}

type Given = Omit<ImportFileOptions, 'adapters'> & { readonly adapters?: readonly Adapter[] };

/** Undefined when nobody knows what it is. */
export async function importFile(given: Given, path: string): Promise<ImportedFile | undefined> {
  const options = { adapters: agents, ...given };
  const { archive, host } = options;
  if ((await host.stat(path))?.folder) return importFolder(options, path);
  const written = await importWritten(options, path);
  if (written) return written;
  const detected = await detectFile(options.adapters, host, path);
  if (!detected) return undefined;
  const before = eventCounts(archive.sql);
  const { paths, problems, erased } = await importNative(options, path, detected);
  return {
    format: `${detected.adapter.id}/${detected.dialect.id}`,
    sessions: changesIn(archive, before, paths),
    problems: problems.map(({ message }) => ({ message, pointer: '', line: 1, column: 1 })),
    ...(erased ? { erased: 1 } : {}),
  };
}
