/** What runs in every runtime: sessions with slices in memory, and the hook for `fetch`. */

export { type CaptureFetchOptions, captureFetch, type Fetch } from './fetch/capture-fetch.ts';
export { type Platform, platform, type ScopeStorage } from './platform.ts';
export type { CaptureStats, Keep, Limits } from './session/admission.ts';
export { type Bus, InProcessBus } from './session/bus.ts';
export { type FormatOptions, formatTranscript } from './session/format-transcript.ts';
export { currentSession } from './session/scope.ts';
export { Session, type SessionOptions, type Snapshot } from './session/session.ts';
export { PromptExecuted, PromptRendered, ToolInvoked } from './session/telemetry.ts';
export { TranscriptEntry, type TranscriptEntryFields, type TranscriptRole } from './session/transcript-entry.ts';
export { Query } from './slices/query.ts';
export { appendAll, type Reducer, replaceLatest, type SliceChange, upsertBy } from './slices/reducers.ts';
export { Slice } from './slices/slice.ts';
export { MemorySliceFactory, type SliceFactory, SliceFactoryConfig, type SliceStore } from './slices/slice-factory.ts';
export { SlicePolicy, type SliceType } from './slices/slice-type.ts';
