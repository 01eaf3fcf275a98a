import { expect, it } from 'vitest';
import { checksumOf, crc32, hasChecksum } from './crc32.ts';

it('is the CRC-32 that everybody means', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
  expect(crc32('')).toBe(0);
});

it('writes six digits of base 62, as GitHub published them', () => {
  expect(checksumOf('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ')).toBe('0mLq17');
});

it('knows tokens that carry it', () => {
  const token = `ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ${checksumOf('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ')}`;
  expect(hasChecksum(token)).toBe(true);
  expect(hasChecksum(token.replace('zQ', 'Qz'))).toBe(false);
  expect(hasChecksum('ghp_')).toBe(false);
});
