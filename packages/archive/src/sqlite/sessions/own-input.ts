/** Which inputs are an agent's own. */
import { WITNESSES } from '@hansard/core/reading/witness.ts';

const RANKS = WITNESSES.length;
const DOCUMENT = WITNESSES.indexOf('document');

/** SQL: whether an input is what an agent itself has written, and was not brought by hand. */
export const OWN_INPUT = (thread: string, input: string): string =>
  `${input}.elsewhere = 0 AND ${thread}.rank % ${RANKS} < ${DOCUMENT}`;
