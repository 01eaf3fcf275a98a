/** The Transcript itself as a format: one document, or JSON Lines for long sessions. */
import type { Head } from '../../adapters/contract.ts';
import type { FileFormat, Pieces, ReadPiece } from '../contract.ts';
import { readTranscriptPieces } from './read-pieces.ts';
import { writeDocument, writeLines } from './write-source.ts';

export const transcript: FileFormat = {
  id: 'transcript',
  label: 'Transcript',
  description: 'The format of this project as one JSON document.',
  extension: 'json',
  mediaType: 'application/json',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [
    {
      name: 'indent',
      kind: 'number',
      default: 0,
      description: 'Spaces of indentation; none gives one line a document',
    },
  ],
  holds: () => 'everything',
  write: (source, { options }) => writeDocument(source, Number(options?.['indent'] ?? 0)),
  read,
  detect: (head) => (begins(head) ? 1 : 0),
};

export const transcriptLines: FileFormat = {
  id: 'transcript-lines',
  label: 'Transcript, JSON Lines',
  description: 'The document without its events on the first line, then one event a line.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  holds: () => 'everything',
  write: (source) => writeLines(source),
  read,
  detect: (head) => (begins(head) && !head.keys.includes('events') ? 1 : 0),
};

/** Both forms are read by either. */
function read(pieces: Pieces): AsyncIterable<ReadPiece> {
  return readTranscriptPieces(pieces);
}

const begins = ({ keys }: Head): boolean => keys.includes('schemaVersion') && keys.includes('transcriptId');
