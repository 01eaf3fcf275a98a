/** The names that agents give their tools, as the golden cases have them, are grouped as the agents' own readers group them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { goldenCases } from '../testing/fixtures.ts';
import type { Transcript } from '../transcript.ts';
import { usualKind } from './usual-tools.ts';

it('joins what differs by spelling alone', () => {
  const kinds = ['Bash', 'bash', 'shell', 'exec_command', 'powershell', 'run_shell_command'].map(usualKind);
  expect(new Set(kinds)).toEqual(new Set(['shell']));
  expect(['mcp__github__search', 'Deploy', 'constructor'].map(usualKind)).toEqual(['mcp', 'other', 'other']);
});

it('agrees with what adapters say of the tools of the golden cases', () => {
  const named = new Map<string, Set<string>>();
  for (const { folder } of goldenCases()) {
    const file = join(folder, 'transcripts.json');
    if (!existsSync(file)) continue;
    for (const { events } of JSON.parse(readFileSync(file, 'utf8')) as Transcript[]) {
      for (const { tool } of events) {
        if (tool?.kind && tool.kind !== 'other' && !tool.server)
          named.set(tool.name, (named.get(tool.name) ?? new Set()).add(tool.kind));
      }
    }
  }
  const others = [...named].filter(([name, kinds]) => usualKind(name) !== 'other' && !kinds.has(usualKind(name)));
  expect(others).toEqual([]);
});
