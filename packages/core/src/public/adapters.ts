/** `@hansard/core/adapters`: every agent that is read, and what an adapter is. */
export * from '../adapters/contract.ts';
export { adapterOf, adapters } from '../adapters/index.ts';
export { type NotRead, notRead } from '../adapters/not-read.ts';
