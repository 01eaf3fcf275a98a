/** Events as a table: one row each, for spreadsheets and data frames. RFC 4180. */
import type { Event } from '../../transcript.ts';
import type { FileFormat, FormatContext, Holdings, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { jsonText } from '../json-text.ts';

type Cell = string | number | boolean | undefined;

/** Columns in order, with the field of the event that each holds. */
const COLUMNS: readonly (readonly [name: string, field: string, value: (event: Event) => Cell])[] = [
  ['seq', 'seq', (event) => event.seq],
  ['id', 'id', (event) => event.id],
  ['timestamp', 'timestamp', (event) => event.timestamp],
  ['timestamp_source', 'timestampSource', (event) => event.timestampSource],
  ['source', 'source', (event) => event.source],
  ['turn', 'turn', (event) => event.turn],
  ['parent_id', 'parentId', (event) => event.parentId],
  ['type', 'type', (event) => event.type],
  ['role', 'role', (event) => event.role],
  ['text', 'text', (event) => event.text],
  ['tool_name', 'tool.name', ({ tool }) => tool?.name],
  ['tool_call_id', 'tool.callId', ({ tool }) => tool?.callId],
  ['tool_kind', 'tool.kind', ({ tool }) => tool?.kind],
  ['tool_status', 'tool.status', ({ tool }) => tool?.status],
  ['tool_input', 'tool.input', ({ tool }) => json(tool?.input)],
  ['tool_output', 'tool.output', ({ tool }) => tool?.output],
  ['tool_exit_code', 'tool.exitCode', ({ tool }) => tool?.exitCode],
  ['tool_duration_ms', 'tool.durationMs', ({ tool }) => tool?.durationMs],
  ['tool_server', 'tool.server', ({ tool }) => tool?.server],
  ['model', 'model', (event) => event.model],
  ['variant', 'variant', (event) => event.variant],
  ['usage_input', 'usage.input', ({ usage }) => usage?.input],
  ['usage_output', 'usage.output', ({ usage }) => usage?.output],
  ['usage_cache_read', 'usage.cacheRead', ({ usage }) => usage?.cacheRead],
  ['usage_cache_write_5m', 'usage.cacheWrite5m', ({ usage }) => usage?.cacheWrite5m],
  ['usage_cache_write_1h', 'usage.cacheWrite1h', ({ usage }) => usage?.cacheWrite1h],
  ['usage_reasoning', 'usage.reasoning', ({ usage }) => usage?.reasoning],
  ['usage_response_id', 'usage.responseId', ({ usage }) => usage?.responseId],
  ['usage_scope', 'usage.scope', ({ usage }) => usage?.scope],
  ['usage_inherited', 'usage.inherited', ({ usage }) => usage?.inherited],
  ['cost_micro_usd', 'costMicroUsd', (event) => event.costMicroUsd],
  ['phase', 'phase', (event) => event.phase],
  ['status_label', 'status.label', ({ status }) => status?.label],
  ['status_detail', 'status.detail', ({ status }) => status?.detail],
  ['error_message', 'error.message', ({ error }) => error?.message],
  ['error_code', 'error.code', ({ error }) => error?.code],
  ['permission_action', 'permission.action', ({ permission }) => permission?.action],
  ['permission_status', 'permission.status', ({ permission }) => permission?.status],
  ['question_prompt', 'question.prompt', ({ question }) => question?.prompt],
  ['question_response', 'question.response', ({ question }) => question?.response],
  ['hidden_by', 'hidden.by', ({ hidden }) => hidden?.by],
  ['branch', 'branch', (event) => event.branch],
  ['withdrawn', 'withdrawn', (event) => event.withdrawn],
];

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
    yield row(['transcript_id', 'agent', 'native_session_id', ...COLUMNS.map(([name]) => name)]);
  }
  yield* gather(events(), (event) => row([...session, ...COLUMNS.map(([, , value]) => cell(value(event)))]));
}

const sessionCells = ({ transcriptId, source, session }: TranscriptHeader): Cell[] => [
  transcriptId,
  source.agent,
  session.nativeId,
];

const row = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const json = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : jsonText(value);

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
  events: { '*': COLUMNS.map(([, field]) => field) },
};
