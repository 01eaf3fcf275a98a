/** What numbers are made of, by byte: digits, and what may stand between them. */
import { NUMBER_BYTES_AT } from './scan-layout.ts';
import { scanMemory } from './scan-memory.ts';

export const DIGIT = 1;
const SEPARATOR = 2;
export const SEPARATORS = ' .+/()-';

const NUMBER_BYTES = new Uint8Array(scanMemory, NUMBER_BYTES_AT, 256);
NUMBER_BYTES.fill(DIGIT, 48, 58);
for (const separator of SEPARATORS) NUMBER_BYTES[separator.charCodeAt(0)] = SEPARATOR;

/** `DIGIT`, another number for what may stand between two, nought for everything else. */
export const numberKind = (unit: number): number => (unit < 128 ? NUMBER_BYTES[unit]! : 0);
