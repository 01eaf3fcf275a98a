/** The universal event stream: for programs that follow sessions of every agent in one shape. */
export { type EnvelopeHeader, type EnvelopeOptions, Envelopes } from './envelopes.ts';
export type { ContentPart, UniversalEvent, UniversalItem, UniversalType } from './event.ts';
export { StreamInvariants } from './invariants.ts';
export { Projector } from './projector.ts';
export { type StreamOptions, UniversalStream } from './stream.ts';
export type { Telling } from './telling.ts';
