/** Locks exported HTML with a password: AES-256-GCM, with a key made from the password by PBKDF2 with SHA-256. */
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { HtmlLock } from '@hansard/core/formats/contract.ts';

/** As OWASP advises for this hash; a browser takes about half a second for it. */
const ITERATIONS = 600_000;
const SALT_LENGTH = 16;
const IV_LENGTH = 12;

/** `iterations` is for tests. */
export function htmlLock(password: string, iterations = ITERATIONS): HtmlLock {
  const salt = randomBytes(SALT_LENGTH);
  // The same letters may be written in two ways; the viewer does the same.
  const key = pbkdf2Sync(password.normalize('NFC'), salt, iterations, 32, 'sha256');
  return {
    salt,
    iterations,
    seal(data, name) {
      const iv = randomBytes(IV_LENGTH);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(name, 'utf8'));
      return Buffer.concat([iv, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
    },
  };
}
