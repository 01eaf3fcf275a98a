/** The stream of a run says the same as the session's document, and both agree with the totals in the manifest. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../reading/read-session.ts';
import { assemble } from '../../reading/transcripts.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { cline } from './index.ts';
import { diffIn } from './numbered-lines.ts';

async function transcriptOf(name: string, nativeId: string): Promise<Transcript> {
  const golden = goldenCases().find((item) => item.agent === cline.id && item.name === name);
  if (!golden) throw new Error(`there is no case ${name}`);
  const { reads } = await readFolder([cline], hostOf(golden), HOME);
  const transcripts = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
  return transcripts.find(({ session }) => session.nativeId === nativeId) as Transcript;
}

const document = () => transcriptOf('basic', '1794783719284_gx2ck');
const live = () => transcriptOf('json-stream', 'conv_1794783719543_qjdd524');

/** The stream has neither the prompt nor the system prompt, and the document no durations. */
const isSpoken = ({ type }: Event) => ['assistant_message', 'reasoning', 'tool_call', 'tool_result'].includes(type);
function said({ type, text, tool, parts }: Event) {
  const { durationMs: _durationMs, ...rest } = tool ?? {};
  return JSON.stringify({ type, text, tool: tool && Object.entries(rest).sort(), parts });
}

describe('cline: the stream', () => {
  it('agrees with the document of the same session', async () => {
    const kept = (await document()).events.filter(isSpoken).map(said).sort();
    expect(kept.length).toBe(9);
    expect((await live()).events.filter(isSpoken).map(said).sort()).toEqual(kept);
  });
});

describe('cline: tokens', () => {
  it('add up to the totals of the manifest, in both', async () => {
    for (const { events, metrics } of [await document(), await live()]) {
      const total = events.at(-1)?.usage;
      expect(total?.scope).toBe('session');
      const input = (total?.input ?? 0) + (total?.cacheRead ?? 0);
      expect(metrics.tokens).toMatchObject({ input, output: total?.output, cacheRead: total?.cacheRead });
    }
  });
});

describe('cline: lines with numbers', () => {
  it('become a unified diff', () => {
    const text = 'Edited f\n```diff\n 1: a\n-2:   b\n+2: \n+3: c\n```';
    expect(diffIn('f', text)).toBe('--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n-  b\n+\n+c\n');
  });

  it('are none without a fence', () => {
    for (const odd of ['', 'Edited f', '```diff\n', '```diff\nodd\n```']) expect(diffIn('f', odd)).toBeUndefined();
  });
});
