/** Roo Code, and the other editor extensions that keep a task as Cline did up to its third version: one folder for each task. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { apiHistory } from './api-history.ts';
import { inputsOf, locate } from './locate.ts';
import { uiMessages } from './ui-messages.ts';

export const rooCode: Adapter = {
  id: 'roo-code',
  label: 'Roo Code and Cline tasks',
  version: '0.1.0',
  homepage: 'https://roocode.com',
  evidence: 'found',
  versionsSeen: 'Roo Code 2025 (found); Cline 3, Kilo Code 4, Zoo and Bob from their sources',
  keeps: '`<editor>/User/globalStorage/<extension>/tasks/<task>/`, late `~/.cline/data/tasks/<task>/`',
  variables: ['CLINE_DIR'],
  coverage: covers({
    found: [
      'text',
      'tool-calls',
      'tool-results',
      'questions',
      'permissions',
      'images',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'mcp-tools',
      'usage',
    ],
  }),
  dialects: [apiHistory, uiMessages],
  locate,
  inputsOf,
};
