/** Gemini CLI: a conversation as a JSON document, or as a log of patches in which the last one wins. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { retention } from './retention.ts';
import { sessionDocument } from './session-document.ts';
import { sessionLog } from './session-log.ts';
import { streamJson } from './stream-json.ts';

export const geminiCli: Adapter = {
  id: 'gemini-cli',
  label: 'Gemini CLI',
  version: '0.3.0',
  homepage: 'https://geminicli.com',
  evidence: 'recorded',
  versionsSeen: '0.27 to 0.61.0',
  keeps: '`~/.gemini/tmp/<project>/chats/session-*.jsonl`, earlier `.json`',
  variables: ['GEMINI_CLI_HOME'],
  resume: 'gemini --resume {id}',
  retention,
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'images',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
      'mcp-tools',
      'streaming-deltas',
      'subagents',
      'usage',
    ],
    found: ['file-attachments', 'errors'],
  }),
  dialects: [sessionLog, sessionDocument, streamJson],
  locate,
  inputsOf,
};
