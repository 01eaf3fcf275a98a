// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { readAnsi } from './ansi.ts';

const marked = (input: string) => {
  const { text, marks } = readAnsi(input);
  return { text, marks: marks.map(({ start, end, style }) => `${style}: ${text.slice(start, end)}`) };
};

describe('readAnsi', () => {
  it('marks what is coloured, and takes the sequences out', () => {
    expect(marked('a \x1b[31mred\x1b[0m b \x1b[1;32mgreen\x1b[39m c')).toEqual({
      text: 'a red b green c',
      marks: ['ansi-fg-1: red', 'ansi-fg-10: green'],
    });
  });

  it('reads backgrounds, underlines, bright and inverse colours', () => {
    expect(marked('\x1b[4;97;41mx\x1b[24;7my\x1b[m').marks).toEqual([
      'ansi-bg-1: x',
      'ansi-fg-15: x',
      'ansi-underline: x',
      'ansi-bg-15: y',
      'ansi-fg-1: y',
    ]);
  });

  it('takes the nearest colour for 256 and true colours', () => {
    expect(marked('\x1b[38;5;196ma\x1b[38;2;0;0;210mb\x1b[38;5;3mc').marks).toEqual([
      'ansi-fg-1: a',
      'ansi-fg-4: b',
      'ansi-fg-3: c',
    ]);
  });

  it('takes out titles, links, cursor movements and unfinished sequences', () => {
    expect(
      readAnsi('\x1b]0;evil title\x07a\x1b]8;;http://x.test\x1b\\link\x1b]8;;\x1b\\\x1b[2J\x1b[10;10Hb\x1b[').text,
    ).toBe('alinkb');
    expect(readAnsi('\x1b]never ended').text).toBe('never ended');
  });

  it('shows the last of what was written over', () => {
    expect(readAnsi('10%\r50%\r100%\r\ndone\r').text).toBe('100%\ndone');
  });

  it('makes bidi controls and bells visible', () => {
    expect(readAnsi('a\u202eb\x07\x1b[31m\u2066c').text).toBe('a\\u{202e}b␇\\u{2066}c');
  });

  it('never lets a control character through, and keeps marks within the text', () => {
    const wild = fc.array(
      fc.constantFrom('\x1b', '[', '3', '1', 'm', ';', ']', '\x07', 'a', '\n', '\r', '\x9b', '\u202e', '8'),
    );
    fc.assert(
      fc.property(wild, (characters) => {
        const { text, marks } = readAnsi(characters.join(''));
        expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
        for (const { start, end } of marks) expect(start < end && end <= text.length).toBe(true);
      }),
    );
  });
});
