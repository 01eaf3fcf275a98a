/** Node's side of the library: the real host, and what the agents have left on it. */

export { Archive } from './archive.ts';
export { type BackupMade, backup } from './care/backup.ts';
export { type CopyState, erasedInCopies } from './care/copies.ts';
export { type ByType, diffAdapters, type InputDiff } from './care/diff-adapters.ts';
export { type DoctorOptions, doctor } from './care/doctor/doctor.ts';
export type { Finding, Level } from './care/doctor/finding.ts';
export { type EraseOptions, type ErasePlan, type EraseReport, erase, finishErasing, planErase } from './care/erase.ts';
export { type ImportOptions, type ImportReport, importBackup } from './care/import/import-backup.ts';
export { type Backup, openBackup } from './care/import/open-backup.ts';
export { type RebuildOptions, type RebuildProgress, type RebuildSummary, rebuild } from './care/rebuild.ts';
export {
  applyRetention,
  type RemovedSession,
  type RetentionLimits,
  type RetentionOptions,
} from './care/retention.ts';
export type { Sql } from './database/sql.ts';
export { isStorageFailure } from './database/storage-failure.ts';
export { type DiscoveredAgent, type DiscoveredInput, discover } from './discover.ts';
export { archiveExists, archiveHome } from './home.ts';
export { archivedHost } from './host/archived-host.ts';
export { createNodeHost, type NodeHostOptions } from './host/node-host.ts';
export { notingHost } from './host/noting-host.ts';
export { watchFolder } from './host/watch-folder.ts';
export { type ImportedFile, type ImportedSession, importFile } from './imported/import-file.ts';
export { importedAdapter } from './imported/imported-adapter.ts';
export { readerOf, readers } from './imported/readers.ts';
export { runAdapter } from './imported/run-adapter.ts';
export { Erasures } from './journal/erasures.ts';
export { findErased } from './journal/find-erased.ts';
export { findEvent } from './journal/find-event.ts';
export { Journal, type Note, type TagCount, tagOf } from './journal/journal.ts';
export { Ledger, type NewShared, type Shared, type SharedState } from './journal/ledger.ts';
export type { SavedViews } from './journal/saved-views.ts';
export { adoptViewsFile } from './journal/views-file.ts';
export { makeFolders } from './make-folders.ts';
export { GROUPINGS, type Group, type Grouping } from './numbers/groups.ts';
export { type DataOptions, numbersData } from './numbers/numbers-data.ts';
export { withNumbers } from './numbers/open-numbers.ts';
export { type ModelNote, type Numbers, type NumbersOptions, readNumbers } from './numbers/report.ts';
export { microUsd, type Spent } from './numbers/spent.ts';
export { type ImportDocument, importDocumentOf } from './originals/import-document.ts';
export { type Restored, restore } from './originals/restore.ts';
export { type Peek, peek } from './peek.ts';
export { type QueryResult, query } from './query/query.ts';
export { VIEWS, type ViewSpec } from './query/views.ts';
export { planScrub, type ScrubPlace, type ScrubPlan } from './scrub/plan-scrub.ts';
export { finishScrubbing, type ScrubReport, scrub } from './scrub/scrub.ts';
export type { ScrubbedCopy } from './scrub/scrub-copies.ts';
export { isScrubbing } from './scrub/scrub-database.ts';
export { allOf, type Condition, condition, hasText } from './search/condition.ts';
export { parseTime } from './search/date-value.ts';
export { type Explanation, explainNothing } from './search/explain.ts';
export { parseQuery } from './search/parse-query.ts';
export type { Query as ParsedQuery } from './search/query.ts';
export { Recheck } from './search/recheck.ts';
export type { HitResult, SearchOptions, SearchResult, SessionResult } from './search/search.ts';
export { sessionsMatching } from './search/session-filter.ts';
export type { Snippet } from './search/snippet.ts';
export { archivedAgents } from './sessions/archived-agents.ts';
export {
  type FindSessionOptions,
  findSession,
  type SessionFound,
  sessionByKey,
  sessionByUuid,
  sessionLine,
  sessionsWhere,
} from './sessions/find-session.ts';
export { countSessions, listSessions, type SessionListed, type SessionSelection } from './sessions/list-sessions.ts';
export { archivedReads, archivedTranscript } from './sessions/read-archived.ts';
export { type Exclusions, exclusionsOf } from './sync/exclusions.ts';
export { archiveState, keepLook, lastSummary } from './sync/last-look.ts';
export { type AgentSummary, type SyncProgress, type SyncSummary, sync } from './sync/sync.ts';
export { watch } from './sync/watch.ts';
export { archivedEvents } from './universal/archived-events.ts';
export { type ChangedEvents, changedEvents, lastChange } from './universal/changes.ts';
export { sessionHeader } from './universal/session-header.ts';
export type { NumberedTelling } from './universal/told-blocks.ts';
export { type EventSource, type ToldPage, UniversalLog } from './universal/universal-log.ts';
export { activityOf } from './views/activity.ts';
export { completeEvent, type Sources, sourcesOf } from './views/complete-event.ts';
export { type FindOptions, findInSession } from './views/find-in-session.ts';
export { outlineOf, type PromptRow } from './views/outline.ts';
export { type ReadEvents, sessionChanges } from './views/session-changes.ts';
export { sessionDetail } from './views/session-detail.ts';
export { sessionMap } from './views/session-map.ts';
export { type PageOptions, type SessionOrder, type SessionPage, sessionPage } from './views/session-page.ts';
export { isLive, type SummaryOptions, summariesOf } from './views/session-summaries.ts';
export { type ThreadSource, threadSources } from './views/thread-sources.ts';
export { timeCosts } from './views/time-costs.ts';
export { timelineOf } from './views/timeline.ts';
export { makeFile, replaceFile } from './whole-files.ts';
