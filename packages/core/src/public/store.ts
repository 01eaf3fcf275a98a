/** `@hansard/core/store`: the questions that a store answers, and what takes something in. Types alone. */
export type * from '../store/changes.ts';
export type * from '../store/erasing.ts';
export type * from '../store/events.ts';
export type * from '../store/git.ts';
export type * from '../store/intake.ts';
export type * from '../store/journal.ts';
export type * from '../store/live.ts';
export type * from '../store/numbers.ts';
export type * from '../store/search.ts';
export type * from '../store/sessions.ts';
export type * from '../store/sharing.ts';
export type * from '../store/store.ts';
export type * from '../store/universal.ts';
export type * from '../store/upkeep.ts';
export type * from '../store/views.ts';
