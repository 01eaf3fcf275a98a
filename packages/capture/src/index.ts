/** Records the model calls of one's own program. For Node, Bun and Deno; `universal` is for every other runtime. */
import { setUpNode } from './node/set-up.ts';

setUpNode();

export { JsonlSliceFactory, type JsonlSliceOptions } from './node/jsonl-slices.ts';
export { readTranscript } from './node/read-transcript.ts';
export * from './universal.ts';
