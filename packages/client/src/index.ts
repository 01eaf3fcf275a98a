/** Hansard's API for programs and pages: `createClient({ baseUrl, token })`. */
export type {
  Activity,
  AgentList,
  ArchivedEvent,
  ArchivedEventPage,
  ChangedFile,
  CutText,
  FileEdit,
  FindResult,
  FormatList,
  NewNote,
  NumbersAnswer,
  NumbersGroup,
  Outline,
  PreviewAnswer,
  ProfileList,
  Prompt,
  RawRecord,
  SavedView,
  SearchAnswer,
  SearchHit,
  SearchSession,
  SessionChanges,
  SessionCost,
  SessionDetail,
  SessionMap,
  SessionNote,
  SessionSource,
  SessionSummary,
  SingleEvent,
  Status,
  StreamState,
  TagList,
  TimeLane,
  Timeline,
  TimeSpan,
  UniversalEventPage,
} from '@hansard/core/api/index.ts';
export {
  type AskOptions,
  createClient,
  type EventPageOptions,
  type HansardClient,
  type NumbersQuery,
  type TranscriptPageOptions,
} from './client.ts';
export type { ClientOptions } from './connection.ts';
export type { EventPage } from './event-page.ts';
export type { FollowOptions } from './follow.ts';
export { type Problem, ProblemError } from './problem-error.ts';
export type {
  StreamEventsOptions,
  StreamTranscriptOptions,
  TranscriptMessage,
  UniversalEvent,
  WatchSessionsOptions,
} from './streams.ts';
