/** The Agent Trajectory Interchange Format as a format. */

import type { FileFormat, Holdings } from '../contract.ts';
import { isUnsaid } from '../conversations.ts';
import { readTrajectories } from './read.ts';
import { writeTrajectory } from './write.ts';

export const atif: FileFormat = {
  id: 'atif',
  label: 'ATIF',
  description: 'The Agent Trajectory Interchange Format 1.7: steps with calls, observations and metrics.',
  extension: 'json',
  mediaType: 'application/json',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  holds: () => HOLDS,
  write: writeTrajectory,
  read: readTrajectories,
  detect: ({ keys, text }) => (keys.includes('schema_version') && text.includes('"ATIF-v1.') ? 1 : 0),
};

const COMMON = ['type', 'source', 'timestamp', 'role'];
const USAGE = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'reasoning', 'responseId', 'inherited'];
const RESPONSE = [
  ...COMMON,
  'model',
  'provider',
  'variant',
  'costMicroUsd',
  ...USAGE.map((bucket) => `usage.${bucket}`),
];
const TOOL = ['name', 'callId', 'status', 'kind', 'exitCode', 'durationMs', 'server'].map((name) => `tool.${name}`);

const HOLDS: Holdings = {
  omits: isUnsaid,
  header: [
    'transcriptId',
    'source.agent',
    'source.agentVersion',
    ...['startedAt', 'endedAt', 'nativeId', 'title', 'state', 'agents', 'environment.cwd', 'environment.os'].map(
      (name) => `session.${name}`,
    ),
    ...['tokens.input', 'tokens.output', 'tokens.cacheRead', 'cost.microUsd'].map((name) => `metrics.${name}`),
  ],
  events: {
    user_message: [...COMMON, 'text'],
    system: [...COMMON, 'text'],
    error: [...COMMON, 'error.message'],
    assistant_message: [...RESPONSE, 'text'],
    reasoning: [...RESPONSE, 'text'],
    tool_call: [...RESPONSE, ...TOOL, 'tool.input', 'tool.output'],
    tool_result: [...COMMON, ...TOOL, 'tool.output'],
  },
};
