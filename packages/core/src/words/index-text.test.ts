import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapters/contract.ts';
import { fc } from '../testing/property.ts';
import { eachText, indexText, spreadUnspaced, wordsInside } from './index-text.ts';

const event: EventDraft = {
  id: 'e',
  type: 'tool_call',
  text: 'said',
  tool: { name: 'Edit', input: { file_path: 'src/a.ts', edits: [{ path: 'not a file' }], times: 3 }, output: 'done' },
  parts: [
    { type: 'text', text: 'said' },
    { type: 'reasoning', text: 'thought' },
    { type: 'file_ref', path: 'src/b.ts' },
  ],
  error: { message: 'failed' },
};

describe('the text that an event is found by', () => {
  it('says where each piece of it is', () => {
    const pieces: [string, string][] = [];
    eachText(event, (text, field) => pieces.push([field, text]));
    expect(pieces).toEqual([
      ['text', 'said'],
      ['path', 'src/a.ts'],
      ['input', 'not a file'],
      ['input', '3'],
      ['output', 'done'],
      ['reasoning', 'thought'],
      ['path', 'src/b.ts'],
      ['error', 'failed'],
    ]);
    expect(indexText(event).body).toBe(pieces.map(([, text]) => text).join('\n'));
  });

  it('keeps the words of an identifier side by side', () => {
    expect(wordsInside('call parseHTTPRequest or sendHTTPReply, not parse_http')).toBe(
      'parse http request send http reply',
    );
  });

  it('takes apart the runs of letters and digits with a capital inside, and no others', () => {
    const characters = fc.constantFrom('a', 'b', 'A', 'B', '1', '_', ' ', 'é', '\n');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 30 }), (text) => {
        const runs = new Set(text.split(/[^A-Za-z0-9]+/).filter((run) => /[a-z0-9][A-Z]|..*[A-Z][a-z0-9]/.test(run)));
        const words = [...runs].flatMap((run) => wordsInside(run).split(' ')).filter((word) => word !== '');
        expect(wordsInside(text)).toBe(words.join(' '));
      }),
      { numRuns: 2000 },
    );
    expect(wordsInside(`x${'aB'.repeat(60)} getName`)).toBe('get name');
  });

  it('lets every character of text without spaces begin a pair or stand at the end', () => {
    expect(spreadUnspaced('a日本語b')).toBe('a 日本 本語 語 b');
    expect(spreadUnspaced('語')).toBe(' 語 ');
    expect(spreadUnspaced('日本', true)).toBe(' 日本 ');
    expect(spreadUnspaced('日本 x', true)).toBe(' 日本 本  x');
  });
});
