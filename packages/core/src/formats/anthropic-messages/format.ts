/** Requests to Anthropic's messages API as a format. */
import type { FileFormat, Holdings } from '../contract.ts';
import { isUnsaid } from '../conversations.ts';
import { writeAnthropicMessages } from './write.ts';

export const anthropicMessages: FileFormat = {
  id: 'anthropic-messages',
  label: 'Anthropic messages',
  description: 'An array of messages with content blocks for each agent of the session, one a line.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [{ name: 'reasoning', kind: 'flag', default: false, description: 'Keep thoughts, as thinking blocks' }],
  holds: ({ reasoning }) => ({
    header: ['attachments', 'session.models'],
    events: reasoning ? { ...EVENTS, ...THOUGHTS } : EVENTS,
    omits: isUnsaid,
  }),
  write: writeAnthropicMessages,
};

const EVENTS: Holdings['events'] = {
  user_message: ['type', 'text'],
  system: ['type', 'text'],
  assistant_message: ['type', 'text'],
  tool_call: ['type', 'tool.name', 'tool.callId', 'tool.input', 'tool.output'],
  tool_result: ['type', 'tool.callId', 'tool.output', 'tool.status'],
};
const THOUGHTS: Holdings['events'] = { reasoning: ['type', 'text'] };
