/** The library: everything a program needs to read, assemble and price transcripts. */
export * from './adapters/contract.ts';
export { adapterOf, adapters } from './adapters/index.ts';
export * from './host.ts';
export { assembleEvents } from './reading/assemble.ts';
export { Collector } from './reading/collector.ts';
export { detect } from './reading/detect.ts';
export { headOf } from './reading/head.ts';
export type { InputRead } from './reading/input-read.ts';
export { LogReader, type SavedLog } from './reading/log-reader.ts';
export { detectFile, readBytes, readFile } from './reading/read-input.ts';
export { readFolder, readSession } from './reading/read-session.ts';
export { assemble, groupByRoot } from './reading/transcripts.ts';
export * from './transcript.ts';
export { type Buckets, usageByModel } from './usage/buckets.ts';
export { costOf } from './usage/cost.ts';
export { loadPriceBook } from './usage/load-prices.ts';
export { type OverridesRead, type PriceOverride, readPriceOverrides } from './usage/overrides.ts';
export { createPriceBook, type Price, type PriceBook } from './usage/prices.ts';
