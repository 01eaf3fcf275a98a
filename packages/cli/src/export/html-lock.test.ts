/** What is sealed opens with the browser's own cryptography, with the password and under its name alone. */
import { expect, it } from 'vitest';
import { htmlLock } from './html-lock.ts';

const { subtle } = globalThis.crypto;
const bytes = (text: string) => new TextEncoder().encode(text);

async function opened(sealed: Uint8Array, lock: ReturnType<typeof htmlLock>, password: string, name: string) {
  const secret = await subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveKey']);
  const key = await subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(lock.salt), iterations: lock.iterations },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const [iv, rest] = [Uint8Array.from(sealed.subarray(0, 12)), Uint8Array.from(sealed.subarray(12))];
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytes(name) }, key, rest);
  return new TextDecoder().decode(plain);
}

it('opens with its password, under its name', async () => {
  const lock = htmlLock('correct horse', 1000);
  const sealed = await lock.seal(bytes('the words'), 'events 1');
  expect(await opened(sealed, lock, 'correct horse', 'events 1')).toBe('the words');
  await expect(opened(sealed, lock, 'correct horsf', 'events 1')).rejects.toThrow();
  await expect(opened(sealed, lock, 'correct horse', 'events 2')).rejects.toThrow();
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  await expect(opened(sealed, lock, 'correct horse', 'events 1')).rejects.toThrow();
});

it('never uses the same salt or number twice, and takes many rounds', async () => {
  const [one, two] = [htmlLock('correct horse', 1), htmlLock('correct horse', 1)];
  expect(one.salt).toHaveLength(16);
  expect(one.salt).not.toEqual(two.salt);
  const numbers = await Promise.all([1, 2].map(async () => (await one.seal(bytes('a'), 'x')).subarray(0, 12)));
  expect(numbers[0]).not.toEqual(numbers[1]);
  expect(htmlLock('correct horse').iterations).toBeGreaterThanOrEqual(600_000);
});
