/** Events that two witnesses tell of under different ids are found by what they say and where they stand. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventDraft } from '../adapters/contract.ts';
import { SameEvents } from './same-events.ts';

const message = (id: string, text: string): EventDraft => ({ id, type: 'assistant_message', text });
const call = (id: string, callId: string, command: unknown): EventDraft => ({
  id,
  type: 'tool_call',
  tool: { name: 'exec', callId, kind: 'shell', status: 'ok', input: { command } },
});

function learnt(events: readonly EventDraft[]): SameEvents {
  const same = new SameEvents();
  for (const event of events) same.learn(event.id, event, 'own');
  return same;
}

it('goes by order where texts repeat', () => {
  const same = learnt([message('1', 'Done.'), call('2', 'a', 'ls'), message('3', 'Done.'), message('4', 'Done.')]);
  expect(same.find(call('x', 'a', 'ls'), 'own', 'texts')).toBe('2');
  expect(same.find(message('y', ' Done.\n'), 'own', 'texts')).toBe('3');
  expect(same.find(message('z', 'Done.'), 'own', 'texts')).toBe('4');
  expect(same.find(message('v', 'Done.'), 'own', 'texts')).toBe('1');
  expect(same.find(message('w', 'Done.'), 'own', 'texts')).toBeUndefined();
});

it('knows a call by what it does only where ids of calls are made up', () => {
  const log = [call('1', 'call_1', ['bash', '-lc', 'ls -l'])];
  const stream = call('item_1', 'item_1', "/bin/bash -lc 'ls -l'");
  expect(learnt(log).find(stream, 'own', 'texts')).toBeUndefined();
  const same = learnt([
    ...log,
    { id: '2', type: 'tool_result', tool: { name: 'exec', callId: 'call_1' } } as EventDraft,
  ]);
  expect(same.find(stream, 'own', 'all')).toBe('1');
  const result = { id: 'item_1.1', type: 'tool_result', tool: { name: 'exec', callId: 'item_1' } } as EventDraft;
  expect(same.find(result, 'own', 'all')).toBe('2');
});

it('leaves the words of a subagent to subagents', () => {
  expect(learnt([message('1', 'Done.')]).find(message('x', 'Done.'), 'subagent', 'texts')).toBeUndefined();
});

it('goes on behind what both are known to tell of', () => {
  const same = new SameEvents();
  same.learn('1', message('1', 'Done.'), 'own');
  same.share('2');
  same.learn('3', message('3', 'Done.'), 'own');
  same.pass('2');
  expect(same.find(message('x', 'Done.'), 'own', 'texts')).toBe('3');
});

it('finds every text of a stream that has lost some of the log, and none twice', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean())), (texts) => {
      const same = learnt(texts.map(([text], at) => message(`${at}`, text)));
      const found = texts.flatMap(([text, isThere], at) =>
        isThere ? [same.find(message(`s${at}`, text), 'own', 'texts')] : [],
      );
      expect(found).not.toContain(undefined);
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});

it('takes no time that grows with the square of texts that are alike', () => {
  const same = learnt(Array.from({ length: 100_000 }, (_, at) => message(`${at}`, 'Done.')));
  for (let at = 0; at < 100_000; at++) expect(same.find(message(`s${at}`, 'Done.'), 'own', 'texts')).toBe(`${at}`);
});
