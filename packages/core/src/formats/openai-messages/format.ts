/** Message arrays of OpenAI's chat completions as a format. */
import type { FileFormat, Holdings } from '../contract.ts';
import { isUnsaid } from '../conversations.ts';
import { writeOpenAiMessages } from './write.ts';

export const openAiMessages: FileFormat = {
  id: 'openai-messages',
  label: 'OpenAI messages',
  description: 'An array of chat messages for each agent of the session, one a line, as for fine-tuning.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [
    { name: 'reasoning', kind: 'flag', default: false, description: 'Keep thoughts, as reasoning_content of messages' },
  ],
  holds: ({ reasoning }) => ({
    header: ['attachments'],
    events: reasoning ? { ...EVENTS, ...THOUGHTS } : EVENTS,
    omits: isUnsaid,
  }),
  write: writeOpenAiMessages,
};

const EVENTS: Holdings['events'] = {
  user_message: ['type', 'text'],
  system: ['type', 'text'],
  assistant_message: ['type', 'text'],
  tool_call: ['type', 'tool.name', 'tool.callId', 'tool.input', 'tool.output'],
  tool_result: ['type', 'tool.callId', 'tool.output'],
};
const THOUGHTS: Holdings['events'] = { reasoning: ['type', 'text'] };
