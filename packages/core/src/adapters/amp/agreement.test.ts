/** The stream of a run says the same as the exported thread, and every token counts once. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../reading/read-session.ts';
import { assembleApart } from '../../testing/assemble-apart.ts';
import { type GoldenCase, goldenCases, HOME, hostOf, inputFiles, sha256 } from '../../testing/fixtures.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { amp } from './index.ts';

function caseOf(name: string): GoldenCase {
  const golden = goldenCases().find((item) => item.agent === amp.id && item.name === name);
  if (!golden) throw new Error(`there is no case ${name}`);
  return golden;
}

async function transcriptOf(name: string): Promise<Transcript> {
  const { reads } = await readFolder([amp], hostOf(caseOf(name)), HOME);
  const [first] = assembleApart(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
  return first as Transcript;
}

/** Everything but ids and times, and the model, which the stream does not name. */
function said({ type, role, text, tool, parts, variant, usage }: Event) {
  const { rawStatus: _raw, ...rest } = tool ?? {};
  const tokens = usage && [usage.input, usage.output, usage.cacheRead, usage.cacheWrite5m];
  return { type, role, text, tool: tool && rest, parts, variant, tokens };
}

const isSpoken = ({ type }: Event) => !['session', 'turn', 'meta'].includes(type);

describe('amp: threads', () => {
  it('agree with the stream of the run', async () => {
    const thread = (await transcriptOf('export')).events.filter(isSpoken).map(said);
    const stream = (await transcriptOf('stream')).events.filter(isSpoken).map(said);
    expect(stream.slice(0, thread.length)).toEqual(thread);
  });

  it('count what the messages and the ledger both bill once', async () => {
    const [document] = Object.values(inputFiles(caseOf('local-thread')));
    const { messages, usageLedger } = JSON.parse(new TextDecoder().decode(document));
    const total = { input: 0, output: 0 };
    for (const { usage } of messages) {
      total.input += (usage?.totalInputTokens ?? 0) as number;
      total.output += (usage?.outputTokens ?? 0) as number;
    }
    const beside = usageLedger.events.filter(
      ({ operationType, toMessageId }: Record<string, unknown>) => operationType !== 'inference' || toMessageId === 9,
    );
    for (const { tokens } of beside) {
      total.input += tokens.input + tokens.cacheReadInputTokens + tokens.cacheCreationInputTokens;
      total.output += tokens.output;
    }
    expect((await transcriptOf('local-thread')).metrics.tokens).toMatchObject(total);
  });
});
