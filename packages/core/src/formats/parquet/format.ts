/**
 * Parquet for analysis: a table of sessions and one of events, partitioned by agent and month as Hive names folders, with
 * one file a session in each, so that exporting a session again replaces its files and nothing else. The encoder comes
 * with the context: this library has no dependency that could do it.
 */
import { Failure } from '../../failure.ts';
import type { Event } from '../../transcript.ts';
import type {
  FolderFile,
  FolderFormat,
  FormatContext,
  Holdings,
  ParquetEncoder,
  TranscriptSource,
} from '../contract.ts';
import { type Cell, type Column, cellOf, columnOf, EVENT_COLUMNS } from '../event-columns.ts';
import { jsonText } from '../json-text.ts';
import { SESSION_COLUMNS } from './session-columns.ts';

const column = columnOf<Event>();

/** What a table of text has no good place for. */
const MORE_COLUMNS: readonly Column<Event>[] = [
  column('parts', 'parts', ({ parts }) => cellOf(parts)),
  column('tool_result', 'tool.result', ({ tool }) => (tool?.result === undefined ? undefined : jsonText(tool.result))),
  column('tool_stdout', 'tool.stdout', ({ tool }) => tool?.stdout),
  column('tool_stderr', 'tool.stderr', ({ tool }) => tool?.stderr),
  column('extra', 'extra', ({ extra }) => cellOf(extra)),
];

/** Functions for JSON take nothing else: an input that is text is a JSON string. */
const TOOL_INPUT = column('tool_input', 'tool.input', ({ tool }) =>
  tool?.input === undefined ? undefined : jsonText(tool.input),
);

const OF_EVENTS = [
  ...EVENT_COLUMNS.map((known) => (known.name === TOOL_INPUT.name ? TOOL_INPUT : known)),
  ...MORE_COLUMNS,
];

export const parquet: FolderFormat = {
  id: 'parquet',
  label: 'Parquet',
  description: 'Tables of sessions and events for analysis, partitioned by agent and month.',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  content: 'binary',
  layout: 'folder',
  options: [],
  holds: () => HOLDS,
  writeFolder: writeTables,
};

function* writeTables(source: TranscriptSource, { parquet: encoder }: FormatContext): Iterable<FolderFile> {
  if (!encoder) throw new Failure('bad-argument', 'Nothing that writes Parquet is at hand here: use `hansard export`.');
  const { transcriptId, source: of, session } = source.header;
  const month = /^\d{4}-\d{2}/.exec(session.startedAt)?.[0] ?? 'unknown';
  const place = `agent=${partition(of.agent)}/month=${month}/${partition(transcriptId)}.parquet`;
  yield {
    path: `sessions/${place}`,
    pieces: function* () {
      const file = encoder(SESSION_COLUMNS);
      yield file.write([SESSION_COLUMNS.map(({ value }) => value(source.header))]);
      yield file.finish();
    },
  };
  yield { path: `events/${place}`, pieces: () => eventPieces(source, encoder) };
}

/** Rows of a group, which readers take at once and which are held until it is written. */
const GROUP_ROWS = 20_000;
const GROUP_CHARACTERS = 16_000_000;

async function* eventPieces(
  { header, events }: TranscriptSource,
  encoder: NonNullable<FormatContext['parquet']>,
): AsyncIterable<Uint8Array> {
  const file: ParquetEncoder = encoder([ID_COLUMN, ...OF_EVENTS]);
  let rows: Cell[][] = [];
  let characters = 0;
  for await (const event of events()) {
    const row = [header.transcriptId, ...OF_EVENTS.map(({ value }) => value(event))];
    for (const cell of row) if (typeof cell === 'string') characters += cell.length;
    rows.push(row);
    if (rows.length < GROUP_ROWS && characters < GROUP_CHARACTERS) continue;
    yield file.write(rows);
    [rows, characters] = [[], 0];
  }
  if (rows.length > 0) yield file.write(rows);
  yield file.finish();
}

const ID_COLUMN = { name: 'transcript_id', kind: 'text' } as const;

/** As a part of a path. */
const partition = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80) || 'unknown';

const HOLDS: Holdings = {
  header: SESSION_COLUMNS.map(({ field }) => field),
  events: { '*': OF_EVENTS.map(({ field }) => field) },
};
