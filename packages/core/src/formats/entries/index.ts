/** The entries format: a conversation as flat messages, and as text for people. */

export { neutralise, neutraliseLine } from '../neutralise.ts';
export type { TranscriptEntry } from './entry.ts';
export { type FormatOptions, formatEntries, formatTranscript } from './format-transcript.ts';
export { EntryQuery, queryEntries } from './query.ts';
export type { EntryRole } from './roles.ts';
export { type WriteEntriesOptions, writeEntries } from './write.ts';
