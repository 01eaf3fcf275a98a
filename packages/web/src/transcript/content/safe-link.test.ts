import { describe, expect, it } from 'vitest';
import { safeLink } from './safe-link.ts';

describe('safeLink', () => {
  it('allows pages and mail, and says where they lead', () => {
    expect(safeLink('https://good.test@evil.test/x')).toEqual({
      href: 'https://good.test@evil.test/x',
      target: 'evil.test',
    });
    expect(safeLink('mailto:a@b.test')).toEqual({ href: 'mailto:a@b.test', target: 'a@b.test' });
  });

  it('refuses everything else', () => {
    const refused = [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.test',
      '/relative',
      'https://',
      '',
    ];
    for (const address of refused) expect(safeLink(address)).toBeUndefined();
  });
});
