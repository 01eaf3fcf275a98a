/** Inputs as if an adapter had read them, for tests of assembly. */
import type { Adapter, EventDraft, SessionFacts } from '../adapters/contract.ts';
import type { InputRead } from '../reading/input-read.ts';
import { plainLog } from './plain-log.ts';

export const plainAdapter: Adapter = {
  id: 'plain-agent',
  label: 'Plain agent',
  version: '1.0.0',
  homepage: 'https://example.com',
  evidence: 'source',
  versionsSeen: '',
  keeps: '',
  variables: [],
  coverage: {},
  dialects: [plainLog],
  async *locate() {},
  inputsOf: async () => [],
};

export function readOf(key: string, facts: SessionFacts, events: EventDraft[]): InputRead {
  return {
    adapter: plainAdapter,
    dialect: plainLog,
    key,
    records: events.length,
    facts,
    events,
    problems: [],
    attachments: {},
  };
}

export function say(id: string, second: number, more: Partial<EventDraft> = {}): EventDraft {
  return { id, type: 'assistant_message', text: id, timestamp: timeAt(second), ...more };
}

export function call(id: string, second: number, callId: string): EventDraft {
  return { id, type: 'tool_call', tool: { name: 'Task', callId }, timestamp: timeAt(second) };
}

const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
