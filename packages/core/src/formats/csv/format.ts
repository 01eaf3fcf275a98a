/** Events as a table: one row each, for spreadsheets and data frames. RFC 4180. */
import type { FileFormat, FormatContext, Holdings, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { type Cell, EVENT_COLUMNS } from '../event-columns.ts';
import { gather } from '../gather.ts';

export const csv: FileFormat = {
  id: 'csv',
  label: 'CSV of events',
  description: 'A table with a row for each event.',
  extension: 'csv',
  mediaType: 'text/csv',
  content: 'text',
  layout: 'file',
  joinable: false,
  options: [
    { name: 'header', kind: 'flag', default: true, description: 'Name the columns in the first row' },
    {
      name: 'spreadsheet',
      kind: 'flag',
      default: false,
      description: 'Put an apostrophe before cells that a spreadsheet would run as a formula',
    },
  ],
  holds: () => HOLDS,
  write: writeCsv,
};

async function* writeCsv({ header, events }: TranscriptSource, { options = {} }: FormatContext): AsyncIterable<string> {
  const cell = options['spreadsheet'] === true ? harmlessCell : plainCell;
  const session = sessionCells(header).map(cell);
  if (options['header'] !== false) {
    yield row(['transcript_id', 'agent', 'native_session_id', ...EVENT_COLUMNS.map(({ name }) => name)]);
  }
  yield* gather(events(), (event) => row([...session, ...EVENT_COLUMNS.map(({ value }) => cell(value(event)))]));
}

const sessionCells = ({ transcriptId, source, session }: TranscriptHeader): Cell[] => [
  transcriptId,
  source.agent,
  session.nativeId,
];

const row = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function plainCell(value: Cell): string {
  if (value === undefined) return '';
  const text = String(value);
  return /["\r\n,]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell that begins like this is run by spreadsheets. Numbers of ours are none of them. */
function harmlessCell(value: Cell): string {
  return plainCell(typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
}

const HOLDS: Holdings = {
  header: ['transcriptId', 'source.agent', 'session.nativeId'],
  events: { '*': EVENT_COLUMNS.map(({ field }) => field) },
};
