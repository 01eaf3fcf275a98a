/** Runs as a format: the folder of a pipeline's run, with a transcript and a receipt for each agent in each step. */
import type { FolderFormat } from '../contract.ts';
import { looksLikeRun } from './layout.ts';
import { readRuns } from './read.ts';
import { FORMAT_ID } from './read-step.ts';
import { DEFAULT_FLOW } from './run-names.ts';
import { writeRun } from './write.ts';

export const run: FolderFormat = {
  id: FORMAT_ID,
  label: 'Run',
  description: 'A folder for a run: a step for each turn, with a transcript and a receipt for each agent.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'folder',
  options: [{ name: 'flow', kind: 'text', default: DEFAULT_FLOW, description: 'Key of the flow' }],
  holds: () => HOLDS,
  writeFolder: writeRun,
  readFolder: readRuns,
  detectFolder: looksLikeRun,
};

const EVENT = ['id', 'timestamp', 'type', 'role'];
const MESSAGE = [...EVENT, 'text'];
const RESPONSE = ['model', 'usage.input', 'usage.output', 'usage.cacheRead', 'usage.reasoning'];
const TOOL = ['name', 'callId', 'status', 'exitCode', 'durationMs'].map((name) => `tool.${name}`);

/** Tokens are held as two sums a step, turns as steps with names of their own. */
const HOLDS = {
  header: [
    ...[
      'transcriptId',
      'source.agent',
      'session.startedAt',
      'session.endedAt',
      'session.run',
      'session.models',
      'session.title',
    ],
    ...['metrics.eventCount', 'metrics.tokens.input', 'metrics.tokens.output', 'metrics.durationMs'],
  ],
  events: {
    user_message: MESSAGE,
    system: MESSAGE,
    assistant_message: [...MESSAGE, ...RESPONSE],
    reasoning: [...MESSAGE, ...RESPONSE],
    error: [...EVENT, 'error.message'],
    tool_call: [...EVENT, ...RESPONSE, ...TOOL, 'tool.input', 'tool.output'],
    tool_result: [...EVENT, ...TOOL, 'tool.output', 'parentId'],
  },
};
