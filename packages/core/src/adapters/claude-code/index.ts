/** Claude Code, Anthropic's coding agent: its session logs, and the streams it writes while it runs. */
import type { Adapter, LogDialect } from '../contract.ts';
import { isFlatLog, isLog } from './detect.ts';
import { inputsOf, locate } from './locate.ts';
import { readLog } from './read-log.ts';
import { beginState, type ReaderState } from './state.ts';

const sessionLog: LogDialect<ReaderState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect: isLog,
  begin: beginState,
  read: readLog,
};

const flatLog: LogDialect<ReaderState> = { ...sessionLog, id: 'flat-log', detect: isFlatLog };

export const claudeCode: Adapter = {
  id: 'claude-code',
  label: 'Claude Code',
  version: '1',
  homepage: 'https://www.anthropic.com/claude-code',
  evidence: 'recorded',
  versionsSeen: '1.0.98 to 2.1.325',
  keeps: '`~/.claude/projects/<folder>/<session>.jsonl`, with subagents and spilled output in `<session>/`',
  variables: ['CLAUDE_CONFIG_DIR'],
  coverage: [],
  dialects: [sessionLog, flatLog],
  locate,
  inputsOf,
};
