/** HTML as a format: one file to read, to keep and to pass on. */
import type { FileFormat } from '../contract.ts';
import { writeHtml } from './write.ts';

export const html: FileFormat = {
  id: 'html',
  label: 'HTML',
  description: 'One file for the browser that needs nothing else; long sessions are packed and shown as they are read.',
  extension: 'html',
  mediaType: 'text/html',
  content: 'text',
  layout: 'file',
  joinable: false,
  options: [],
  holds: () => HOLDS,
  write: writeHtml,
};

const SHOWN = ['seq', 'timestamp', 'type', 'role', 'text', 'parts', 'source', 'withdrawn', 'branch', 'hidden'];
const TOOL = ['name', 'status', 'durationMs', 'exitCode'].map((name) => `tool.${name}`);

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
    '*': [...SHOWN, 'phase', 'status', 'session', 'raw', 'extra'],
    assistant_message: [...SHOWN, 'model'],
    tool_call: [...SHOWN, ...TOOL, 'tool.input', 'tool.output', 'tool.result'],
    tool_result: [...SHOWN, ...TOOL, 'tool.output', 'tool.stdout', 'tool.stderr', 'tool.result'],
    error: [...SHOWN, 'error.message', 'error.code'],
    question: [...SHOWN, 'question.prompt', 'question.options', 'question.status', 'question.response'],
    permission: [...SHOWN, 'permission.action', 'permission.status'],
  },
};
