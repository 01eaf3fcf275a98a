/** Transcripts written down in a test: only what the test is about. */
import { type Event, SCHEMA_VERSION, type Transcript, type Usage } from '../transcript.ts';

export const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`;
export const tokens = (usage: Partial<Usage>): Usage => ({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  reasoning: 0,
  ...usage,
});

export function transcriptOf(events: Partial<Event>[], session: Partial<Transcript['session']> = {}): Transcript {
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: 'trace-1',
    source: { agent: 'sketch', agentVersion: '1.0.0', adapter: 'sketch', adapterVersion: '0.1.0' },
    session: { startedAt: at(0), endedAt: at(9), capturedAt: at(9), environment: {}, nativeId: 'native-1', ...session },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: { eventCount: events.length, messageCount: 0, toolCallCount: 0, durationMs: 780_000 },
    events: events.map((event, index) => ({
      id: `e${index}`,
      seq: index + 1,
      timestamp: at(index),
      type: 'meta',
      ...event,
    })),
  };
}

export const call = (callId: string, tool: Partial<Event['tool']> = {}): Partial<Event> => ({
  type: 'tool_call',
  role: 'assistant',
  tool: { name: 'Bash', callId, kind: 'shell', input: { command: 'ls' }, ...tool },
});
export const result = (callId: string, tool: Partial<Event['tool']> = {}): Partial<Event> => ({
  type: 'tool_result',
  role: 'tool',
  tool: { name: 'Bash', callId, output: 'done', status: 'ok', ...tool },
});
