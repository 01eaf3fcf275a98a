/** HTML as a format: one file to read, to keep and to pass on. */
import type { FileFormat } from '../contract.ts';
import { writeHtml } from './write.ts';

export const html: FileFormat = {
  id: 'html',
  label: 'HTML',
  description:
    'One file for the browser that shows a session as the page does, and needs nothing else; a password can lock it.',
  extension: 'html',
  mediaType: 'text/html',
  content: 'text',
  layout: 'file',
  joinable: false,
  options: [],
  holds: () => HOLDS,
  write: writeHtml,
};

const SHOWN = ['seq', 'timestamp', 'type', 'text', 'parts', 'source', 'withdrawn', 'branch', 'hidden', 'audience'];
const TOOL = ['name', 'kind', 'status', 'durationMs', 'exitCode', 'output'].map((name) => `tool.${name}`);

const HOLDS = {
  header: [
    ...[
      'source.agent',
      'source.agentVersion',
      'session.startedAt',
      'session.endedAt',
      'session.title',
      'session.models',
    ],
    ...['session.state', 'session.environment', 'session.agents', 'privacy.profile', 'privacy.redactionCount'],
    ...['metrics', 'attachments'],
  ],
  events: {
    '*': [...SHOWN, 'phase', 'status', 'raw'],
    assistant_message: [...SHOWN, 'model'],
    tool_call: [...SHOWN, ...TOOL, 'tool.input'],
    tool_result: [...SHOWN, ...TOOL],
    error: [...SHOWN, 'error'],
    question: [...SHOWN, 'question'],
    permission: [...SHOWN, 'permission'],
  },
};
