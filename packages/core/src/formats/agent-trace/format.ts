/** Agent Trace records as a format. */
import type { FileFormat, Holdings } from '../contract.ts';
import { writeAgentTrace } from './write.ts';

export const agentTrace: FileFormat = {
  id: 'agent-trace',
  label: 'Agent Trace',
  description: 'Agent Trace 0.1.0: which lines of which files the agents wrote, one record a line.',
  extension: 'jsonl',
  mediaType: 'application/vnd.agent-trace.record+json',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  needsHistory: true,
  holds: () => HOLDS,
  write: writeAgentTrace,
};

/** Of all that happened, the files that were changed. */
const HOLDS: Holdings = {
  header: [
    'transcriptId',
    'source.agent',
    'source.agentVersion',
    'session.endedAt',
    'session.nativeId',
    'session.environment.repo.commit',
    'session.git.attribution',
  ],
  events: {},
};
