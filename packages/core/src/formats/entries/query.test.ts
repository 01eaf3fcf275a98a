import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { EntryQuery, queryEntries } from './query.ts';

const transcript = transcriptOf([
  { type: 'system', role: 'system', text: 'Be brief.' },
  { type: 'user_message', role: 'user', text: 'Fix it' },
  { type: 'assistant_message', role: 'assistant', text: 'Looking' },
  { type: 'tool_call', role: 'assistant', tool: { name: 'Read', callId: 'c', input: { path: 'a' } } },
  { type: 'assistant_message', role: 'assistant', text: 'From below', source: 'subagent:a' },
  { type: 'tool_result', role: 'tool', tool: { name: 'Read', callId: 'c', output: 'text' } },
]);
const query = queryEntries(transcript);
const contents = (entries: Iterable<{ content: string }>) => [...entries].map(({ content }) => content);

describe('a query', () => {
  it('gives all entries and the latest', () => {
    expect(contents(query.all())).toHaveLength(6);
    expect(query.latest()).toMatchObject({ role: 'tool', content: 'text', tool_name: 'Read' });
    expect(new EntryQuery([]).latest()).toBeUndefined();
  });

  it('filters by predicate, role and source, one after the other', () => {
    expect(contents(query.where(({ tool_name }) => tool_name === 'Read'))).toEqual(['{"path": "a"}', 'text']);
    expect(contents(query.byRole('user', 'system'))).toEqual(['Be brief.', 'Fix it']);
    expect(contents(query.bySource('primary').byRole('assistant'))).toEqual(['Looking', '{"path": "a"}']);
    expect(query.bySource('subagent:a').latest()?.content).toBe('From below');
  });

  it('has the same ids with any SHA-256', () => {
    expect(queryEntries(transcript, { digest: sha256 }).all()).toEqual(query.all());
  });

  it('leaves out what the agent notes of itself, unless it is asked for', () => {
    const noted = transcriptOf([
      { type: 'session', role: 'system', text: 'started' },
      { type: 'system', role: 'system', text: 'Be brief.' },
      { type: 'user_message', role: 'user', text: 'Fix it' },
      { type: 'status', role: 'system', text: 'compacting' },
    ]);
    expect(queryEntries(noted).latest()?.content).toBe('Fix it');
    expect(contents(queryEntries(noted).byRole('system'))).toEqual(['Be brief.']);
    const all = queryEntries(noted, { bookkeeping: true });
    expect([all.all().length, all.bookkeeping(true).all().length]).toEqual([4, 2]);
  });

  it('can be asked again, and reads no more than is asked for', () => {
    let read = 0;
    const counted = new EntryQuery({
      *[Symbol.iterator]() {
        for (const entry of query) {
          read++;
          yield entry;
        }
      },
    });
    const [first] = counted.byRole('user');
    expect([first?.content, read]).toEqual(['Fix it', 2]);
    expect(counted.all()).toEqual(counted.all());
  });
});
