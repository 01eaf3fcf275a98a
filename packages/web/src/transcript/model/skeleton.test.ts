import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import { describe, expect, it } from 'vitest';
import { Skeleton } from './skeleton.ts';

describe('Skeleton', () => {
  it('reads columns, times as differences', () => {
    const skeleton = new Skeleton({
      lastSeq: 2,
      sources: ['primary', 'subagent:a'],
      types: ['user_message', 'tool_call'],
      tools: ['', 'Bash'],
      statuses: ['', 'ok'],
      models: [],
      columns: {
        type: [0, 1],
        source: [0, 1],
        tool: [0, 1],
        status: [0, 1],
        time: [1000, 250],
        flags: [MAP_FLAGS.turn, MAP_FLAGS.subagent],
        durationMs: [0, 40],
      },
    });
    expect([skeleton.type(1), skeleton.type(2), skeleton.type(3)]).toEqual(['user_message', 'tool_call', undefined]);
    expect([skeleton.time(2), skeleton.tool(2), skeleton.status(2), skeleton.durationMs(2)]).toEqual([
      1250,
      'Bash',
      'ok',
      40,
    ]);
    expect(skeleton.has(1, MAP_FLAGS.turn)).toBe(true);
    expect(skeleton.has(2, MAP_FLAGS.turn)).toBe(false);
  });

  it('takes events in anywhere, and says whether they are news', () => {
    const skeleton = new Skeleton();
    const event = {
      id: 'x',
      seq: 1,
      type: 'tool_result',
      timestamp: '2026-01-01T00:00:00Z',
      source: 'subagent:b',
      tool: { name: 'Read', status: 'error' },
    };
    expect(skeleton.put(7, event)).toBe(true);
    expect(skeleton.put(7, event)).toBe(false);
    expect(skeleton.put(7, { ...event, tool: { name: 'Read', status: 'ok' } })).toBe(true);
    expect([skeleton.lastSeq, skeleton.type(3), skeleton.type(7)]).toEqual([7, undefined, 'tool_result']);
    expect(skeleton.sources[skeleton.source(7)]).toBe('subagent:b');
    expect(skeleton.has(7, MAP_FLAGS.error)).toBe(true);
  });
});
