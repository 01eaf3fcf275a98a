/** Trace records as a format: one session a line, in steps of one call of the model each. */
import type { FileFormat } from '../contract.ts';
import { readRecords } from './read.ts';
import { FORMAT_ID } from './read-head.ts';
import { writeRecord } from './write.ts';

export const traceRecord: FileFormat = {
  id: FORMAT_ID,
  label: 'Trace record',
  description: 'TraceRecord 0.3.0: one session a line, in steps with tool calls, results, attribution and totals.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  needsHistory: true,
  holds: () => HOLDS,
  write: writeRecord,
  read: readRecords,
  detect: ({ keys }) => (['trace_id', 'session_id', 'agent'].every((key) => keys.includes(key)) ? 1 : 0),
};

const EVENT = ['id', 'timestamp', 'type', 'role', 'source', 'sourceSeq'];
const MESSAGE = [...EVENT, 'text'];
const TOOLS = ['toolsHash', ...['hash', 'name', 'description', 'schema', 'server'].map((name) => `tools.${name}`)];
const RESPONSE = [
  'model',
  'provider',
  'promptHash',
  'toolsHash',
  ...buckets('input', 'output', 'cacheRead', 'cacheWrite5m', 'reasoning'),
];

/** Ids and numbers are given anew by the steps' own; a call's status is told by its result. */
const HOLDS = {
  header: [
    'schemaVersion',
    'transcriptId',
    'source',
    'submitter',
    'privacy',
    ...['startedAt', 'endedAt', 'nativeId', 'title', 'models', 'state', 'lineage', 'generation', 'run', 'agents'].map(
      (name) => `session.${name}`,
    ),
    'session.environment',
    ...['links', 'attribution', 'patch', 'diff'].map((name) => `session.git.${name}`),
    ...['eventCount', 'messageCount', 'toolCallCount', 'durationMs', 'cost'].map((name) => `metrics.${name}`),
    ...['input', 'output', 'cacheRead', 'cacheWrite'].map((name) => `metrics.tokens.${name}`),
  ],
  events: {
    session: ['type', 'source', 'sourceSeq', 'session.tools', ...TOOLS],
    meta: TOOLS,
    user_message: MESSAGE,
    system: [...MESSAGE, 'promptHash'],
    assistant_message: [...MESSAGE, ...RESPONSE],
    reasoning: [...MESSAGE, ...RESPONSE],
    tool_call: [
      ...EVENT,
      ...RESPONSE,
      ...['name', 'callId', 'input', 'output', 'status', 'exitCode', 'durationMs'].map((name) => `tool.${name}`),
    ],
    tool_result: [
      ...EVENT,
      'parentId',
      ...['name', 'callId', 'output', 'status', 'exitCode'].map((name) => `tool.${name}`),
    ],
  },
};

function buckets(...names: string[]): string[] {
  return names.map((name) => `usage.${name}`);
}
