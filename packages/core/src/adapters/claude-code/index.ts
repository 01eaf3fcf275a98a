/** Claude Code, Anthropic's coding agent: its session logs, and the streams it writes while it runs. */

import { isStream, isWire } from '../../families/claude-code/detect.ts';
import { projectLogs } from '../../families/claude-code/locate.ts';
import { flatLog, sessionLog } from '../../families/claude-code/session-log.ts';
import { beginStream, type StreamState } from '../../families/claude-code/stream-state.ts';
import { readWire } from '../../families/claude-code/wire.ts';
import { wired } from '../../reading/wire/wired.ts';
import { type Adapter, FEATURES, type LogDialect } from '../contract.ts';
import { covers } from '../coverage.ts';
import { configs } from './configs.ts';
import { retention } from './retention.ts';

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
  coverage: covers({ recorded: FEATURES }),
  dialects: [sessionLog, flatLog, stream, control],
  ...projectLogs(configs),
};
