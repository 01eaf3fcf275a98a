/** A session of the list, for tests of what is done with it. */
import type { SessionSummary } from '@hansard/client';

export function summaryOf(id: string, change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id,
    shortId: id,
    agent: 'some-agent',
    agentLabel: 'Some Agent',
    nativeId: `native-${id}`,
    title: `Session ${id}`,
    project: '/home/someone/project',
    repository: null,
    branch: null,
    startedAt: '2026-03-04T10:00:00.000Z',
    endedAt: '2026-03-04T11:00:00.000Z',
    state: 'ended',
    live: false,
    lineage: null,
    children: 0,
    events: 10,
    messages: 4,
    toolCalls: 3,
    errors: 0,
    subagents: 0,
    bytes: 1000,
    models: [],
    tokens: 100,
    costMicroUsd: null,
    unpriced: false,
    missingSince: null,
    machine: null,
    starred: false,
    tags: [],
    lastSeq: 10,
    ...change,
  };
}
