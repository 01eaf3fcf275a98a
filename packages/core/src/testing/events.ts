/** Small transcripts for tests: events by the fields that matter, with ids, numbers and times filled in. */
import { type Event, SCHEMA_VERSION, type Session, type Transcript } from '../transcript.ts';

export function transcriptOf(events: readonly Partial<Event>[], session: Partial<Session> = {}): Transcript {
  const own = new Map<string, number>();
  const complete = events.map((event, index) => {
    const source = event.source ?? 'primary';
    own.set(source, (own.get(source) ?? 0) + 1);
    const timestamp = new Date(Date.UTC(2026, 2, 1, 9, 0, index)).toISOString();
    return {
      id: `e${index + 1}`,
      seq: index + 1,
      timestamp,
      type: 'meta',
      ...event,
      source,
      sourceSeq: own.get(source),
    };
  }) as Event[];
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: '9f1c2d3e-0000-4000-8000-000000000001',
    source: { agent: 'some-agent', agentVersion: '1.2.3', adapter: 'some-agent', adapterVersion: '1.0.0' },
    session: {
      startedAt: '2026-03-01T09:00:00.000Z',
      endedAt: '2026-03-01T10:00:00.000Z',
      capturedAt: '2026-03-01T11:00:00.000Z',
      environment: { os: 'linux', cwd: '/home/dev/app' },
      nativeId: 'native-1',
      state: 'open',
      ...session,
    },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: { eventCount: complete.length, messageCount: 0, toolCallCount: 0, durationMs: 0 },
    events: complete,
  };
}
