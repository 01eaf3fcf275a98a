/** The hash function that core is given here. */
import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
