/** A session as Markdown: to be read by people, or by other agents. */

import { isTimeZone } from '../clock.ts';
import type { FileFormat, FormatContext, Holdings, OptionValues, TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { takenApart } from '../own-results.ts';
import { entryFor, headFor } from './for-agents.ts';
import { headOf, PeopleWriter } from './for-people.ts';

const LIMIT = 2_000;

export const markdown: FileFormat = {
  id: 'markdown',
  label: 'Markdown',
  description: 'The conversation as a document to read, with tools and their output.',
  extension: 'md',
  mediaType: 'text/markdown',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [
    {
      name: 'for',
      kind: 'text',
      values: ['people', 'agents'],
      default: 'people',
      description: 'Who reads it: agents get one numbered entry for each event, and long texts cut in the middle',
    },
    { name: 'all', kind: 'flag', default: false, description: 'Show the agent’s bookkeeping too' },
    { name: 'timezone', kind: 'text', default: 'UTC', description: 'Time zone of the clock times' },
    { name: 'limit', kind: 'number', default: LIMIT, description: 'For agents: characters of a text that are shown' },
  ],
  holds: (options) => (options['for'] === 'agents' ? FOR_AGENTS : FOR_PEOPLE),
  write: writeMarkdown,
};

async function* writeMarkdown(source: TranscriptSource, { options = {} }: FormatContext): AsyncIterable<string> {
  const { header, events } = takenApart(source);
  const all = options['all'] === true;
  if (options['for'] === 'agents') {
    yield headFor(header);
    const limit = limitOf(options);
    return yield* gather(events(), (event) => entryFor(event, { limit, all }));
  }
  const timezone =
    typeof options['timezone'] === 'string' && isTimeZone(options['timezone']) ? options['timezone'] : 'UTC';
  yield headOf(header, { timezone, all });
  const writer = new PeopleWriter({ timezone, all });
  yield* gather(events(), (event) => writer.text(event));
}

function limitOf({ limit }: OptionValues): number {
  const number = Number(limit ?? LIMIT);
  return Number.isFinite(number) && number >= 0 ? Math.floor(number) : LIMIT;
}

const HEADER = [
  'source.agent',
  'source.agentVersion',
  'session.title',
  'session.startedAt',
  'session.models',
  'session.environment.cwd',
];
const COMMON = ['type', 'source'];
const CALL = ['tool.name', 'tool.input', 'tool.status', 'tool.output'];

const FOR_PEOPLE: Holdings = {
  header: [
    ...HEADER,
    'session.endedAt',
    'session.environment.repo.name',
    'session.environment.repo.branch',
    'session.environment.repo.commit',
    'metrics.tokens.input',
    'metrics.tokens.output',
    'metrics.cost.microUsd',
    'privacy.profile',
    'privacy.redactionApplied',
  ],
  events: {
    user_message: [...COMMON, 'timestamp', 'text', 'parts'],
    assistant_message: [...COMMON, 'timestamp', 'text', 'parts'],
    reasoning: [...COMMON, 'text'],
    system: [...COMMON, 'timestamp', 'text', 'parts'],
    tool_call: [...COMMON, ...CALL, 'tool.durationMs', 'parts'],
    tool_result: [...COMMON, 'tool.output', 'tool.status', 'tool.exitCode', 'parts'],
    permission: [...COMMON, 'permission.action', 'permission.status', 'permission.by'],
    question: [...COMMON, 'question.prompt', 'question.options', 'question.response', 'question.status'],
    error: [...COMMON, 'error.message'],
  },
};

/** Longer texts are cut. */
const FOR_AGENTS: Holdings = {
  header: HEADER,
  events: {
    user_message: [...COMMON, 'seq', 'text'],
    assistant_message: [...COMMON, 'seq', 'text'],
    reasoning: [...COMMON, 'seq', 'text'],
    system: [...COMMON, 'seq', 'text'],
    tool_call: [...COMMON, 'seq', 'tool.name', 'tool.callId', 'tool.input', 'tool.output'],
    tool_result: [...COMMON, 'seq', 'tool.name', 'tool.callId', 'tool.output', 'tool.status', 'tool.exitCode'],
    permission: [...COMMON, 'seq', 'permission.action', 'permission.status'],
    question: [...COMMON, 'seq', 'question.prompt', 'question.response', 'question.status'],
    error: [...COMMON, 'seq', 'error.message'],
  },
};
