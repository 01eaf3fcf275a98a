import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { sha256 } from '../testing/fixtures.ts';
import type { Event } from '../transcript.ts';
import { sourceOf } from './contract.ts';
import { partsBeyond } from './event-words.ts';
import { formatOf } from './index.ts';

const image = { type: 'image', path: 'a.png', mime: 'image/png' };
const text = (text: string) => ({ type: 'text', text });
const beyond = (event: Partial<Event>) => partsBeyond({ id: 'e1', seq: 1, timestamp: '', type: 'meta', ...event });

describe('parts beyond the words of an event', () => {
  it('are all but its own text, whole or in pieces', () => {
    expect(beyond({ text: 'Fix it', parts: [text('Fix it'), image] })).toEqual([image]);
    expect(beyond({ text: 'Fix it\n\nplease', parts: [text('Fix it'), image, text('please')] })).toEqual([image]);
    expect(beyond({ text: 'Fix', parts: [text('Fix it'), text('')] })).toEqual([text('Fix it'), text('')]);
    expect(beyond({ parts: [text('Fix it')] })).toEqual([text('Fix it')]);
  });

  it('are what a result has beside its output', () => {
    const tool = { name: 'Read', output: 'seen' };
    expect(beyond({ type: 'tool_result', tool, parts: [text('seen'), image] })).toEqual([image]);
    expect(beyond({ type: 'tool_call', tool, parts: [text('seen')] })).toEqual([text('seen')]);
  });

  it('keep thoughts that the provider withheld', () => {
    const thought = { type: 'reasoning', text: 'hm', visibility: 'private' };
    expect(beyond({ type: 'reasoning', text: 'hm', parts: [thought] })).toEqual([thought]);
    expect(beyond({ type: 'reasoning', text: 'hm', parts: [{ ...thought, visibility: 'public' }] })).toEqual([]);
  });

  it('take linear time', () => {
    const parts = Array.from({ length: 20_000 }, () => text('never there'));
    expect(beyond({ text: ' '.repeat(200_000), parts })).toHaveLength(parts.length);
  });
});

it.each(['universal', 'markdown', 'openai-messages', 'anthropic-messages', 'atif', 'otlp', 'session-trace'])(
  'a prompt with a picture is said once: %s',
  async (id) => {
    const prompt: Partial<Event> = {
      type: 'user_message',
      role: 'user',
      text: 'Fix it',
      parts: [text('Fix it'), image],
    };
    const format = formatOf(id);
    let written = '';
    if (format?.layout === 'file')
      for await (const piece of format.write?.(sourceOf(transcriptOf([prompt])), { digest: sha256 }) ?? [])
        written += piece;
    expect(written.split('Fix it')).toHaveLength(2);
  },
);
