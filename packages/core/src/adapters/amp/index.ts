/** Amp: exported and local threads, and the stream of its execute mode. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { stream } from './stream.ts';
import { thread } from './thread.ts';

export const amp: Adapter = {
  id: 'amp',
  label: 'Amp',
  version: '0.2.0',
  homepage: 'https://ampcode.com',
  evidence: 'recorded',
  versionsSeen: '0.0.1790142911; threads of 2025 by fixture only',
  keeps: 'in its service (`amp threads export`); until early 2026 `~/.local/share/amp/threads/T-<id>.json`',
  variables: ['XDG_DATA_HOME'],
  resume: 'amp threads continue {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'variants',
      'usage',
    ],
    readers: ['permissions', 'images', 'file-attachments', 'mcp-tools', 'subagents'],
  }),
  dialects: [thread, stream],
  locate,
  inputsOf,
};
