import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPlaceholder } from '../texts/placeholder.ts';
import { Pseudonyms } from './pseudonyms.ts';

const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('pseudonyms', () => {
  it('are keyed hashes: HMAC-SHA-256 as others compute it', () => {
    for (const length of [16, 32, 64, 65, 200]) {
      const key = randomBytes(length);
      for (const text of ['', 'alice', 'é'.repeat(100)]) {
        const expected = createHmac('sha256', key).update(text).digest('hex');
        expect(new Pseudonyms(digest, key).hash(text)).toBe(expected);
      }
    }
  });

  it('are the same for one submitter and differ between two', () => {
    const [one, other] = [new Pseudonyms(digest, randomBytes(32)), new Pseudonyms(digest, randomBytes(32))];
    expect(one.of('user', 'Alice')).toBe(one.of('user', 'alice'));
    expect(one.of('user', 'alice')).not.toBe(one.of('repo', 'alice'));
    expect(one.of('user', 'alice')).not.toBe(other.of('user', 'alice'));
    expect(one.submitter()).not.toEqual(other.submitter());
    expect(one.submitter().keyId).toMatch(/^key_[0-9a-f]{16}$/);
    expect(one.submitter().pseudonym).toMatch(/^anon_[0-9a-f]{16}$/);
    expect(isPlaceholder(one.of('user', 'alice'))).toBe(true);
  });

  it('are others at each hub, and the same on all machines that have the key', () => {
    const key = randomBytes(32);
    const [here, there] = [new Pseudonyms(digest, key), new Pseudonyms(digest, Uint8Array.from(key))];
    const [one, other] = [
      { id: 'hub_one', keyId: 'aaaa' },
      { id: 'hub_other', keyId: 'bbbb' },
    ];
    expect(here.forHub(one).submitter()).toEqual({
      ...there.forHub({ ...one, keyId: 'cccc' }).submitter(),
      keyId: 'aaaa',
    });
    expect(here.forHub(one).submitter()).toMatchObject({ hub: 'hub_one', keyId: 'aaaa' });
    expect(here.forHub(one).submitter().pseudonym).not.toBe(here.forHub(other).submitter().pseudonym);
    expect(here.forHub(one).submitter().pseudonym).not.toBe(here.submitter().pseudonym);
    expect(here.forHub(one).of('user', 'alice')).toBe(there.forHub(one).of('user', 'alice'));
    expect(here.forHub(one).of('user', 'alice')).not.toBe(here.forHub(other).of('user', 'alice'));
  });

  it('need a key that cannot be guessed', () => {
    expect(() => new Pseudonyms(digest, new Uint8Array(8))).toThrow(/16 bytes/);
  });
});
