/** Google Antigravity: transcripts of its agents, one step a line. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { transcript } from './transcript.ts';

export const antigravity: Adapter = {
  id: 'antigravity',
  label: 'Antigravity',
  version: '0.1.0',
  homepage: 'https://antigravity.google',
  evidence: 'readers',
  versionsSeen: 'none: from descriptions and test data of other readers (June 2026)',
  keeps: '`~/.gemini/antigravity{,-ide,-cli}/brain/<session>/.system_generated/logs/transcript_full.jsonl`',
  variables: [],
  coverage: covers({ readers: ['text', 'tool-calls', 'tool-results', 'errors', 'reasoning', 'command-execution'] }),
  dialects: [transcript],
  locate,
  inputsOf,
};
