/** Opens a file that is locked with a password: AES-GCM, with a key made from the password by PBKDF2. */
import { linesOf } from './data-lines.ts';

/** Decrypts a part of the file, which was encrypted under its name. */
export type Opener = (bytes: Uint8Array<ArrayBuffer>, name: string) => Promise<Uint8Array<ArrayBuffer>>;

export const openFile: Opener = (bytes) => Promise.resolve(bytes);

export interface FileLock {
  readonly salt: readonly number[];
  readonly iterations: number;
}

/** Undefined when the file is not locked. */
export function lockOf(): FileLock | undefined {
  const [line] = linesOf('lock');
  return line === undefined ? undefined : (JSON.parse(line) as FileLock);
}

const IV_LENGTH = 12;

export async function openerFor({ salt, iterations }: FileLock, password: string): Promise<Opener> {
  const words = new TextEncoder().encode(password.normalize('NFC'));
  const secret = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(salt), iterations },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  return async (bytes, name) => {
    const algorithm = {
      name: 'AES-GCM',
      iv: bytes.subarray(0, IV_LENGTH),
      additionalData: new TextEncoder().encode(name),
    };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(IV_LENGTH)));
  };
}
