/** Spans of OpenTelemetry’s conventions for generative AI as a format. */

import type { FileFormat, Holdings } from '../contract.ts';
import { isUnsaid } from '../conversations.ts';
import { SEMCONV_VERSION } from './names.ts';
import { readTraces } from './read.ts';
import { writeTraces } from './write.ts';

export const otlp: FileFormat = {
  id: 'otlp',
  label: 'OpenTelemetry spans',
  description: `Spans in OTLP/JSON by the conventions for generative AI ${SEMCONV_VERSION}, one session a line.`,
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  holds: () => HOLDS,
  write: writeTraces,
  read: readTraces,
  detect: ({ keys }) => (keys.includes('resourceSpans') || keys.includes('resourceLogs') ? 1 : 0),
};

const COMMON = ['type', 'source', 'timestamp', 'role'];
const USAGE = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'reasoning', 'responseId', 'inherited'];
const RESPONSE = [...COMMON, 'model', 'provider', 'variant', ...USAGE.map((bucket) => `usage.${bucket}`)];
const TOOL = ['name', 'callId', 'status', 'kind', 'exitCode', 'server'].map((field) => `tool.${field}`);

const HOLDS: Holdings = {
  omits: isUnsaid,
  header: [
    'transcriptId',
    'source.agent',
    'source.agentVersion',
    ...['startedAt', 'endedAt', 'nativeId', 'title', 'state', 'environment.cwd', 'environment.os'].map(
      (field) => `session.${field}`,
    ),
    'metrics.tokens',
  ],
  events: {
    user_message: [...COMMON, 'text'],
    system: [...COMMON, 'text'],
    error: [...COMMON, 'error.message', 'error.code'],
    assistant_message: [...RESPONSE, 'text'],
    reasoning: [...RESPONSE, 'text'],
    tool_call: [...RESPONSE, ...TOOL, 'tool.input', 'tool.output'],
    tool_result: [...COMMON, ...TOOL, 'tool.output'],
  },
};
