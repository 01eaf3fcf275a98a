import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { generatedTranscript } from '../testing/generated-transcripts.ts';
import { fc } from '../testing/property.ts';
import type { Event } from '../transcript.ts';
import { type Step, Steps } from './steps.ts';

function stepsOf(events: readonly Event[]): Step[] {
  const steps = new Steps();
  return [...events.flatMap((event) => steps.push(event)), ...steps.end()];
}
const short = (step: Step): string => {
  if (step.kind !== 'agent') return `${step.kind}:${step.event.id}`;
  const ids = (events: Event[]) => events.map(({ id }) => id).join('+');
  return `agent:${ids(step.reasoning)}/${ids(step.messages)}/${ids(step.calls)}>${ids(step.results)}`;
};
const shorts = (events: Partial<Event>[]) => stepsOf(transcriptOf(events).events).map(short);

const call = (callId: string, more: Partial<Event> = {}): Partial<Event> => ({
  type: 'tool_call',
  tool: { name: 'Bash', callId },
  ...more,
});
const result = (callId: string): Partial<Event> => ({ type: 'tool_result', tool: { name: 'Bash', callId } });
const says: Partial<Event> = { type: 'assistant_message', text: 'a' };
const thinks: Partial<Event> = { type: 'reasoning', text: 'r' };
const asks: Partial<Event> = { type: 'user_message', text: 'u' };
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };

describe('steps', () => {
  it('put thoughts, words, calls and results of one response together', () => {
    expect(shorts([asks, thinks, thinks, says, call('1'), call('2'), result('2'), result('1'), says])).toEqual([
      'user:e1',
      'agent:e2+e3/e4/e5+e6>e7+e8',
      'agent:/e9/>',
    ]);
  });

  it('let what happens between a call and its result wait', () => {
    expect(shorts([call('1'), { type: 'system' }, asks, { type: 'status' }, result('1'), says])).toEqual([
      'agent://e1>e5',
      'system:e2',
      'user:e3',
      'agent:/e6/>',
    ]);
  });

  it('tell a result whose call is not there, or is past, on its own', () => {
    expect(shorts([result('9'), call('1'), says, result('1')])).toEqual([
      'result:e1',
      'agent://e2>',
      'agent:/e3/>',
      'result:e4',
    ]);
  });

  it('begin anew with another model, other numbers, and thoughts after words', () => {
    expect(
      shorts([
        { ...says, model: 'a' },
        { ...says, model: 'b' },
      ]),
    ).toHaveLength(2);
    expect(
      shorts([
        { ...says, usage },
        { ...call('1'), usage },
      ]),
    ).toHaveLength(2);
    expect(shorts([{ ...says, usage }, call('1', { usage: { ...usage, scope: 'turn' } })])).toHaveLength(1);
    expect(shorts([says, thinks])).toHaveLength(2);
    expect(shorts([call('1'), call('1')])).toHaveLength(2);
  });

  it('hold every event of the conversation once', () => {
    const spoken = new Set([
      'reasoning',
      'assistant_message',
      'tool_call',
      'tool_result',
      'user_message',
      'system',
      'error',
    ]);
    fc.assert(
      fc.property(generatedTranscript, ({ events }) => {
        const held = stepsOf(events).flatMap((step) =>
          step.kind === 'agent' ? [...step.reasoning, ...step.messages, ...step.calls, ...step.results] : [step.event],
        );
        const ids = (list: readonly Event[]) => list.map(({ id }) => id).toSorted();
        expect(ids(held)).toEqual(ids(events.filter(({ type }) => spoken.has(type))));
      }),
    );
  });
});
