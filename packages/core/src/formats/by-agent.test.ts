import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { fc } from '../testing/property.ts';
import { type AgentWriter, byAgent } from './by-agent.ts';
import { sourceOf } from './contract.ts';

const AGENTS = ['primary', 'subagent:a', 'subagent:b', 'subagent:c'];
const writerOf = (agent: string): AgentWriter => {
  let count = 0;
  return { push: ({ text = '' }) => `${++count}${text};`, end: () => `[${agent} ${count}]` };
};

async function written(sources: readonly string[], room: number, known = ['primary']) {
  const transcript = transcriptOf(sources.map((source, index) => ({ source, text: `e${index}` })));
  let readings = 0;
  const source = {
    ...sourceOf(transcript),
    events: () => {
      readings++;
      return transcript.events;
    },
  };
  let text = '';
  for await (const piece of byAgent(source, known, writerOf, room)) text += piece;
  return { text, readings };
}

describe('the texts of agents', () => {
  const mixed = ['primary', 'subagent:a', 'primary', 'subagent:b', 'subagent:a', 'primary'];

  it('follow one another, the session’s own first', async () => {
    expect(await written(mixed, 1_000)).toEqual({
      text: '1e0;2e2;3e5;[primary 3]1e1;2e4;[subagent:a 2]1e3;[subagent:b 1]',
      readings: 1,
    });
  });

  it('may be asked for in another order, also of agents that did nothing', async () => {
    const { text } = await written(mixed, 1_000, ['subagent:b', 'primary', 'subagent:x']);
    expect(text).toBe('1e3;[subagent:b 1]1e0;2e2;3e5;[primary 3][subagent:x 0]1e1;2e4;[subagent:a 2]');
  });

  it('are the same however little can be held; the source is read again for the rest', async () => {
    const { text } = await written(mixed, 1_000);
    expect(await written(mixed, 0)).toEqual({ text, readings: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...AGENTS), { maxLength: 30 }), fc.nat(60), async (sources, room) => {
        expect((await written(sources, room)).text).toBe((await written(sources, 1_000)).text);
      }),
    );
  });
});
