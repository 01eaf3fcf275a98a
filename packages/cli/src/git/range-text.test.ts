/** What a pull request is told: names come from repositories and sessions, and mean nothing in Markdown or a terminal. */
import { describe, expect, it } from 'vitest';
import { rangeMarkdown, rangeText } from './range-text.ts';

const counts = { agent: 1, human: 0, uncertain: 0 };
const summary = (path: string, model = 'm', session = 'abcdef12') => ({
  from: 'a'.repeat(40),
  to: 'b'.repeat(40),
  commits: 1,
  written: counts,
  survived: counts,
  sessions: [{ session, nativeId: null, agent: model, model, written: 1, survived: 1, commits: 1 }],
  files: [{ path, ...counts }],
});
const cell = (path: string) => rangeMarkdown(summary(path)).match(/^\| (.*) \| 1 \| 0 \| 0 \|$/m)?.[1];

describe('Markdown of a range', () => {
  it('leaves ordinary names as they are', () => {
    expect(cell('src/a-b.c/d (1).ts')).toBe('src/a-b.c/d (1).ts');
  });

  it('gives no cell, code, tag or link to a name', () => {
    expect(cell('a|b`c<img src=x>[d](e)&lt;~~f~~')).toBe(
      'a&#124;b\\`c&lt;img src=x&gt;\\[d\\](e)&amp;lt;\\~\\~f\\~\\~',
    );
    expect(cell('\\|a')).toBe('\\\\&#124;a');
  });

  it('makes no link, mention or reference of what GitHub would', () => {
    expect(cell('https://evil.example/www.evil.example/a@b.example/@team/#12')).toBe(
      'https:<!-- -->//evil.example/www<!-- -->.evil.example/a@<!-- -->b.example/@<!-- -->team/\\#<!-- -->12',
    );
  });

  it('names models and agents in the same way', () => {
    expect(rangeMarkdown(summary('p', '@team|\u001b[1m'))).toContain('@<!-- -->team&#124;␛\\[1m');
  });
});

it('prints a session that a note names without what it would do to a terminal', () => {
  expect(rangeText(summary('p', 'm', '\u001b[31mred'))).not.toContain('\u001b');
});
