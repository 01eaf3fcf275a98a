import { describe, expect, it } from 'vitest';
import { filePart } from '../families/opencode/file-part.ts';
import { pathOfFileUrl } from './file-url.ts';

describe('the path in an address', () => {
  it.each([
    ['file:///home/dev/app/a%20b.ts', '/home/dev/app/a b.ts'],
    ['file:///home/dev/app/a.ts?start=3&end=9', '/home/dev/app/a.ts'],
    ['file:///C:/Users/dev/a.ts', 'C:/Users/dev/a.ts'],
    ['file:///home/100%/a.ts', '/home/100%/a.ts'],
    ['https://example.com/a.ts', undefined],
  ])('%s is %s', (address, path) => {
    expect(pathOfFileUrl(address)).toBe(path);
  });
});

describe('a file beside a message of OpenCode', () => {
  const out = { attach: () => 'sha256:0' };

  it('has the path of its address, which stays', () => {
    const url = 'file:///home/dev/app/a.ts?start=3&end=9';
    const part = { type: 'file_ref', mime: 'text/plain', path: '/home/dev/app/a.ts', url };
    expect(filePart({ mime: 'text/plain', url }, out)).toEqual(part);
  });

  it('has the path that the agent names, if it does', () => {
    const named = { url: 'file:///home/dev/app/a.ts', source: { path: 'a.ts' } };
    expect(filePart(named, out)).toMatchObject({ path: 'a.ts' });
  });
});
