/** The universal event stream as a format. */
import type { Head } from '../../adapters/contract.ts';
import type { FileFormat, Holdings } from '../contract.ts';
import { readUniversal } from './read.ts';
import { writeUniversal } from './write.ts';

export const universal: FileFormat = {
  id: 'universal',
  label: 'Universal events',
  description: 'A stream of session, turn and item events in one shape for every agent, one a line.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [
    { name: 'raw', kind: 'flag', default: false, description: 'Keep each event of the transcript, whole, beside it' },
    {
      name: 'open',
      kind: 'flag',
      default: false,
      description: 'Leave open what is open in a session that may still grow, instead of closing a snapshot of it',
    },
  ],
  holds: ({ raw }) => (raw ? 'everything' : HOLDS),
  write: writeUniversal,
  read: readUniversal,
  detect: ({ records }: Head) => (records.some(isEnvelope) ? 1 : 0),
};

const isEnvelope = (record: Readonly<Record<string, unknown>>): boolean =>
  ['event_id', 'sequence', 'session_id', 'synthetic', 'data'].every((field) => field in record);

const USAGE = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'reasoning',
  'scope',
  'responseId',
  'inherited',
]
  .map((bucket) => `usage.${bucket}`)
  .concat('costMicroUsd');

/** Fields that every item has a place for. */
const ITEM = [
  'id',
  'type',
  'timestamp',
  'startedAt',
  'completedAt',
  'role',
  'text',
  'parts',
  'chunks',
  'source',
  'parentId',
  'model',
  'variant',
  'audience',
  'branch',
  'hidden.by',
  'withdrawn',
  'native.id',
  'native.synthetic',
  ...USAGE,
  'turn',
  'seq',
];
const CALL = ['name', 'callId', 'kind', 'input', 'status', 'exitCode', 'durationMs', 'server', 'stdout', 'stderr'];
const RESULT = [...CALL.filter((field) => field !== 'input'), 'output', 'result'];
const tool = (fields: readonly string[]) => fields.map((field) => `tool.${field}`);
const PLAIN = ['id', 'seq', 'type', 'timestamp', 'source', 'turn', 'native.synthetic'];

const HOLDS: Holdings = {
  header: [
    'transcriptId',
    'source.agent',
    'source.agentVersion',
    'session.startedAt',
    'session.endedAt',
    'session.nativeId',
    'session.title',
    'session.state',
    'session.environment.cwd',
    'session.environment.os',
    'session.environment.shell',
  ],
  events: {
    '*': ITEM,
    tool_call: [...ITEM, ...tool([...CALL, 'output', 'result'])],
    tool_result: [...ITEM, ...tool(RESULT)],
    status: [...ITEM, 'status'],
    session: [...ITEM, 'phase', 'session'],
    turn: [...PLAIN, 'phase', 'status', 'text', 'model', 'variant', ...USAGE],
    permission: [...PLAIN, 'completedAt', 'permission'],
    question: [...PLAIN, 'completedAt', 'question'],
    error: [...PLAIN, 'error'],
    unparsed: [...PLAIN, 'error.message', 'native.pointer'],
  },
};
