/** Claude Code, Anthropic's coding agent: its session logs, and the streams it writes while it runs. */

import { wired } from '../../reading/wire/wired.ts';
import { type Adapter, FEATURES, type LogDialect } from '../contract.ts';
import { isFlatLog, isLog, isStream, isWire } from './detect.ts';
import { inputsOf, locate } from './locate.ts';
import { readLog } from './read-log.ts';
import { retention } from './retention.ts';
import { beginState, type ReaderState } from './state.ts';
import { beginStream, type StreamState } from './stream-state.ts';
import { readWire } from './wire.ts';

const sessionLog: LogDialect<ReaderState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect: isLog,
  begin: beginState,
  read: readLog,
  // Quotes in texts are escaped: what looks like the end of the content is it.
  usage: { mark: '"usage":', hollow: ['"content":[', '],"stop_reason":'] },
};

const flatLog: LogDialect<ReaderState> = { ...sessionLog, id: 'flat-log', detect: isFlatLog };

const running: LogDialect<StreamState> = {
  id: 'stream-json',
  kind: 'log',
  live: true,
  detect: isStream,
  begin: beginStream,
  read: readWire,
  expect(state, session) {
    state.session ??= session;
  },
};

const stream = wired(running);

/** Two-way mode, as a program that drives the agent records it. */
const control = wired({ ...running, id: 'control', detect: isWire });

export const claudeCode: Adapter = {
  id: 'claude-code',
  label: 'Claude Code',
  knownAs: ['@agentclientprotocol/claude-agent-acp', '@zed-industries/claude-code-acp'],
  version: '0.6.0',
  homepage: 'https://www.anthropic.com/claude-code',
  evidence: 'recorded',
  versionsSeen: '1.0.98 to 2.1.325',
  keeps: '`~/.claude/projects/<folder>/<session>.jsonl`, with subagents and spilled output in `<session>/`',
  variables: ['CLAUDE_CONFIG_DIR'],
  resume: 'claude --resume {id}',
  retention,
  coverage: FEATURES,
  dialects: [sessionLog, flatLog, stream, control],
  locate,
  inputsOf,
};
