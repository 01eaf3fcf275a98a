import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/small-transcript.ts';
import { fileNameOf, lockedFileNameOf } from './file-name.ts';

const named = (title: string, environment = {}) => {
  const { events: _events, ...header } = transcriptOf([], { title, environment, startedAt: '2026-09-03T10:00:00Z' });
  return fileNameOf({ ...header, transcriptId: '7b2777b1-1111-4111-8111-000000000000' }, 'html');
};

describe('the name of an exported file', () => {
  it('has date, project, title and the beginning of the id', () => {
    expect(named('Fix the *flaky* test!', { repo: { name: 'Git Sync' } })).toBe(
      '2026-09-03-git-sync-fix-the-flaky-test-7b2777b1.html',
    );
    expect(named('Ändere das Menü', { cwd: '/home/dev/shop/' })).toBe('2026-09-03-shop-andere-das-menu-7b2777b1.html');
    expect(named('修复测试')).toBe('2026-09-03-修复测试-7b2777b1.html');
  });

  it('is cut between words', () => {
    const name = named('one two three four five six seven eight nine ten eleven twelve');
    expect(name).toBe('2026-09-03-one-two-three-four-five-six-seven-eight-nine-7b2777b1.html');
  });

  it('leaves out what the gate has put in place of names', () => {
    expect(named('Mail [REDACTED:email] about anon-user-0af3', { cwd: '/home/anon-user-1/anon-repo-0c1d' })).toBe(
      '2026-09-03-mail-about-7b2777b1.html',
    );
  });

  it('is one name of a file, whatever the title is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (title, name) => {
          const file = named(title, { repo: { name } });
          expect(file).toMatch(/^[\p{Ll}\p{Lo}\p{Nd}-]+\.html$/u);
          expect(Buffer.byteLength(file)).toBeLessThan(255);
        },
      ),
    );
  });

  it('says nothing of the session when the file is locked', () => {
    const { events: _events, ...header } = transcriptOf([], { title: 'Secret plan' });
    expect(lockedFileNameOf(header, 'html')).toMatch(/^session-[\p{Ll}\p{Nd}]+\.html$/u);
  });
});
