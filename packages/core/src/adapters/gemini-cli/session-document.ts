/** The conversation as one JSON document, rewritten whole. */
import type { DocumentDialect, DocumentPart, Head } from '../contract.ts';
import { objectOf } from './native.ts';
import { readRecord } from './read-record.ts';
import { beginReading, type ReadingState } from './state.ts';

export const sessionDocument: DocumentDialect<ReadingState> = {
  id: 'session-document',
  kind: 'document',
  live: false,
  detect: detectDocument,
  begin: () => beginReading(false),
  records,
  read: readRecord,
};

function detectDocument({ keys, records }: Head): number {
  const isConversation = ['sessionId', 'projectHash', 'messages'].every((key) => keys.includes(key));
  return isConversation && !(records.length > 1 && records[0]?.['sessionId']) ? 0.9 : 0;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const { messages, ...header } = objectOf(document);
  yield { value: header, pointer: '' };
  const list = Array.isArray(messages) ? messages : [];
  for (let i = 0; i < list.length; i++) yield { value: list[i], pointer: `/messages/${i}` };
}
