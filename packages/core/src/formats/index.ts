/** Every format, one line each, in the order of the documentation. */
import { agentTrace } from './agent-trace/format.ts';
import { anthropicMessages } from './anthropic-messages/format.ts';
import { atif } from './atif/format.ts';
import type { Format } from './contract.ts';
import { csv } from './csv/format.ts';
import { entries } from './entries/format.ts';
import { html } from './html/format.ts';
import { markdown } from './markdown/format.ts';
import { openAiMessages } from './openai-messages/format.ts';
import { otlp } from './otlp/format.ts';
import { parquet } from './parquet/format.ts';
import { run } from './run/format.ts';
import { sessionTrace } from './session-trace/format.ts';
import { traceRecord } from './trace-record/format.ts';
import { transcript, transcriptLines } from './transcript/format.ts';
import { universal } from './universal/format.ts';

export const formats: readonly Format[] = [
  transcript,
  transcriptLines,
  universal,
  entries,
  traceRecord,
  run,
  markdown,
  html,
  csv,
  parquet,
  openAiMessages,
  anthropicMessages,
  atif,
  otlp,
  agentTrace,
  sessionTrace,
];

export function formatOf(id: string): Format | undefined {
  return formats.find((format) => format.id === id);
}
