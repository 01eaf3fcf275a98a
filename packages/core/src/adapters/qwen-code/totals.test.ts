/** Tokens add up to what the log says, and to what the agent itself told at the end of the run. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../reading/read-session.ts';
import { assemble } from '../../reading/transcripts.ts';
import { type GoldenCase, goldenCases, HOME, hostOf, inputFiles, sha256 } from '../../testing/fixtures.ts';
import type { Transcript } from '../../transcript.ts';
import { qwenCode } from './index.ts';

function caseOf(name: string): GoldenCase {
  const golden = goldenCases().find((item) => item.agent === qwenCode.id && item.name === name);
  if (!golden) throw new Error(`there is no case ${name}`);
  return golden;
}

async function transcriptOf(name: string): Promise<Transcript> {
  const { reads } = await readFolder([qwenCode], hostOf(caseOf(name)), HOME);
  return assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 })[0] as Transcript;
}

describe('qwen-code: tokens', () => {
  it('are those of the log and of its subagents, each once', async () => {
    const sum = { input: 0, output: 0 };
    const files = Object.entries(inputFiles(caseOf('basic'))).filter(([path]) => path.endsWith('.jsonl'));
    for (const line of files.flatMap(([, bytes]) => new TextDecoder().decode(bytes).trim().split('\n'))) {
      const { usageMetadata } = JSON.parse(line);
      sum.input += usageMetadata?.promptTokenCount ?? 0;
      sum.output += usageMetadata?.candidatesTokenCount ?? 0;
    }
    expect((await transcriptOf('basic')).metrics.tokens).toMatchObject(sum);
  });

  it('agree with the totals at the end of the stream of the same run', async () => {
    const end = (await transcriptOf('stream-json')).events.at(-1)?.usage;
    const tokens = (await transcriptOf('basic')).metrics.tokens;
    expect(tokens).toMatchObject({ input: (end?.input ?? 0) + (end?.cacheRead ?? 0), cacheRead: end?.cacheRead });
    expect(tokens?.output).toBe(end?.output);
  });
});
