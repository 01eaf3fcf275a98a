/** Qwen Code: session logs in Gemini's parts and Claude Code's envelope, and the stream of its headless mode. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';
import { streamJson } from './stream-json.ts';

export const qwenCode: Adapter = {
  id: 'qwen-code',
  label: 'Qwen Code',
  version: '0.2.0',
  homepage: 'https://github.com/QwenLM/qwen-code',
  evidence: 'recorded',
  versionsSeen: '0.18.1 to 0.24.4',
  keeps: '`~/.qwen/projects/<project>/chats/<session>.jsonl`, subagents in `subagents/<session>/`',
  variables: ['QWEN_RUNTIME_DIR', 'QWEN_HOME'],
  resume: 'qwen --resume {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
      'streaming-deltas',
      'subagents',
      'usage',
    ],
    source: ['permissions', 'images', 'file-attachments', 'errors', 'mcp-tools'],
  }),
  dialects: [sessionLog, streamJson],
  locate,
  inputsOf,
};
