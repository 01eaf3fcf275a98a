/** What the profiles redacted in real logs is never refused, when these are there: the hub's own rules do not cry wolf. */
import { relative } from 'node:path';
import { corpusFiles, corpusFolder } from '@hansard/archive/corpus/corpus-files.ts';
import { createNodeHost } from '@hansard/archive/host/node-host.ts';
import { adapters, assemble, detectFile, readFile, type Transcript } from '@hansard/core';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { testGate } from '@hansard/core/testing/test-gate.ts';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { checkSegment } from './check-segment.ts';
import { SecretScan } from './secret-scan.ts';

const files = corpusFiles();
const host = createNodeHost({ home: '/nowhere', env: {} });
const gates = (['strict', 'research', 'team'] as const).map((name) => ({ name, gate: testGate(name) }));

describe.skipIf(files.length === 0)('the corpora', () => {
  it('are taken as strict, research and team have redacted them', { timeout: 600_000 }, async () => {
    const refused: string[] = [];
    let looked = 0;
    for (const [number, file] of files.entries()) {
      const detected = await detectFile(adapters, host, file);
      if (!detected) continue;
      const reads = await readFile(host, file, detected);
      for (const transcript of assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: host.digest })) {
        // In turn: each profile has hundreds of logs, and each log is looked at once.
        const { name, gate } = gates[number % gates.length]!;
        const found = findings(gate.redactTranscript(transcript) as Transcript);
        looked++;
        if (found.length > 0) refused.push(`${relative(corpusFolder, file)} by ${name}: ${found.join(', ')}`);
      }
    }
    expect(looked).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  });
});

function findings({ events, ...head }: Transcript): string[] {
  const scan = new SecretScan('all');
  scan.head(head);
  const told = scan.findings.map(({ rule, field }) => `${rule} in head ${field}`);
  for (const segment of cutSegments(events, sha256)) {
    const { findings: secrets = [], faults = [] } = checkSegment(segment, 'all');
    told.push(...secrets.map(({ rule, field }) => `${rule} in ${field}`), ...faults.map(({ fault }) => fault));
  }
  return told;
}
