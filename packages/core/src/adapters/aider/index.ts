/** Aider: a chat history in Markdown for each repository, and the messages with the model where one asks for them. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { chatHistory } from './chat-history.ts';
import { llmHistory } from './llm-history.ts';
import { inputsOf, locate } from './locate.ts';

export const aider: Adapter = {
  id: 'aider',
  label: 'Aider',
  version: '0.1.0',
  homepage: 'https://aider.chat',
  evidence: 'found',
  versionsSeen: 'an LLM history of January 2025 (found); the chat history from its source',
  keeps: '`.aider.chat.history.md` in each repository; read when named, or where `AIDER_CHAT_HISTORY_FILE` says',
  variables: ['AIDER_CHAT_HISTORY_FILE', 'AIDER_LLM_HISTORY_FILE'],
  coverage: covers({ found: ['text'], source: ['session-lifecycle', 'usage'] }),
  dialects: [chatHistory, llmHistory],
  locate,
  inputsOf,
};
