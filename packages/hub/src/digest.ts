/** The hash function that core is given here. */
import crypto, { createHash } from 'node:crypto';

/** In one call, where Node has that: from 20.12 on. */
const { hash } = crypto as typeof crypto & {
  hash?: (algorithm: string, data: string | Uint8Array, encoding: 'hex') => string;
};

/** SHA-256 in lower-case hex. */
export const sha256 = (data: string | Uint8Array): string =>
  hash ? hash('sha256', data, 'hex') : createHash('sha256').update(data).digest('hex');
