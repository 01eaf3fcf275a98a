import { clip } from '@hansard/core/redacted/title.ts';
import { expect, it } from 'vitest';

it('leaves short texts as they are', () => expect(clip('four', 4)).toBe('four'));

it('says how much of a long text is missing', () => expect(clip('eleven more', 6)).toBe('eleven… (5 more characters)'));

it('never cuts a character of two units', () => expect(clip('ab🐧cd', 3)).toBe('ab… (4 more characters)'));
