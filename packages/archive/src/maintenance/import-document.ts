/** A session of an agent's database as the document that the agent itself imports. */
import { adapterOf } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { partsOf } from '../originals/rows.ts';
import { ownInputOf } from '../sqlite/sessions/input-sessions.ts';

export interface ImportDocument {
  readonly nativeId: string;
  readonly document: unknown;
  /** With `{file}` for the document. */
  readonly command: string;
}

/** Undefined when the session is in no database, or its agent cannot import. */
export function importDocumentOf({ sql, originals }: Archive, sessionId: number): ImportDocument | undefined {
  const own = ownInputOf(sql, sessionId);
  const input = own === undefined ? undefined : originals.inputById(own);
  const version = input && originals.latest(input.id);
  const dialect = input && adapterOf(input.agent)?.dialects.find(({ id }) => id === input.dialect);
  if (!version || dialect?.kind !== 'store' || !dialect.importing) return undefined;
  const { command, document } = dialect.importing;
  return { nativeId: input.part, command, document: document(partsOf(originals.read(version))) };
}
