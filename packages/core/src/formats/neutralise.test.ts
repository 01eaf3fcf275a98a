import { describe, expect, it } from 'vitest';
import { neutralise, neutraliseLine } from './neutralise.ts';

describe('neutralise', () => {
  it.each([
    ['an escape sequence', '\u001b]0;title\u0007', '␛]0;title␇'],
    ['a lone carriage return', 'safe\rrm -rf', 'safe␍rm -rf'],
    ['a backspace and DEL', 'a\bb\u007f', 'a␈b␡'],
    ['an 8-bit control', '\u009b31m', '\\u{9b}31m'],
    ['a bidi override', 'a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['a zero-width space', 'pass\u200bword', 'pass\\u{200b}word'],
    ['a joiner inside a word', 'pay\u200dpal', 'pay\\u{200d}pal'],
    ['invisible tag characters', 'hi\u{e0041}', 'hi\\u{e0041}'],
    ['a lone surrogate', 'x\ud800y', 'x\\u{d800}y'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ])('makes %s visible', (_name, text, shown) => {
    expect(neutralise(text)).toBe(shown);
  });

  it.each([
    ['tabs and newlines', 'a\tb\nc'],
    ['family emoji', '👨\u200d👩\u200d👧'],
    ['a joiner in Persian', 'می\u200cخواهم'],
    ['accents, CJK and Hebrew', 'é 漢字 שלום'],
  ])('leaves %s alone', (_name, text) => {
    expect(neutralise(text)).toBe(text);
  });

  it('turns CRLF into newlines', () => {
    expect(neutralise('a\r\nb\r\n')).toBe('a\nb\n');
  });

  it('keeps a line on one line', () => {
    expect(neutraliseLine('a\nb\tc\r\nd')).toBe('a␊b c␊d');
  });
});
