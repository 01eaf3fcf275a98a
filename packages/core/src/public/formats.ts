/** `@hansard/core/formats`: every format that transcripts are written in and read from. */
export * from '../formats/contract.ts';
export * from '../formats/entries/index.ts';
export { formatOf, formats } from '../formats/index.ts';
