/** Node's side of the library: the real host, and what the agents have left on it. */

export { importedAdapter } from './adapters/imported-adapter.ts';
export { readerOf, readers } from './adapters/readers.ts';
export { runAdapter } from './adapters/run-adapter.ts';
export { hasTelemetry, telemetryAdapter } from './adapters/telemetry-adapter.ts';
export { Archive } from './archive.ts';
export { type BackupMade, backup } from './backups/backup.ts';
export { type ImportOptions, type ImportReport, importBackup } from './backups/import-backup.ts';
export type { Sql } from './database/sql.ts';
export { isStorageFailure } from './database/storage-failure.ts';
export { type DiscoveredAgent, type DiscoveredInput, discover } from './discover.ts';
export { type DoctorOptions, doctor } from './doctor/doctor.ts';
export type { Finding, Level } from './doctor/finding.ts';
export { blameFile, type FileBlame } from './git/blame-file.ts';
export type { AddedLine, CommitAuthors, SessionShare } from './git/commit-authors.ts';
export { placeNotes, refuseNowhere } from './git/hook-place.ts';
export {
  type HookState,
  type HooksDone,
  hasTrailer,
  hookStates,
  hooksFolder,
  installGlobal,
  installHooks,
  keepSetting,
  setting,
  spoolFile,
  uninstallGlobal,
  uninstallHooks,
} from './git/hooks.ts';
export { branchOf, type Linked, linkCommits, refreshLinks } from './git/link-commits.ts';
export { linkSession } from './git/link-session.ts';
export { readTreeBlame, type TreeBlame } from './git/moved-file.ts';
export { promptsBefore } from './git/prompts-before.ts';
export { type KindCounts, parseRange, type RangeSummary, summariseRange } from './git/range-summary.ts';
export { readBlame } from './git/read-blame.ts';
export { Repository } from './git/repository.ts';
export { RepositoryEdits } from './git/repository-edits.ts';
export { Histories } from './git/session-history.ts';
export { stagedSessions } from './git/staged-sessions.ts';
export { takeSpool } from './git/take-spool.ts';
export { archiveExists, archiveHome, prepareHome } from './home.ts';
export { archivedHost } from './host/archived-host.ts';
export { createNodeHost, type NodeHostOptions } from './host/node-host.ts';
export { recordingHost } from './host/recording-host.ts';
export { patternRunner } from './host/run-pattern.ts';
export { archiveState, keepLook, lastSummary } from './host/sync-fingerprint.ts';
export { watchFolder } from './host/watch-folder.ts';
export { importFile } from './imported/import-file.ts';
export type { ImportedFile, ImportedSession } from './imported/imported-file.ts';
export { indexWritten } from './ingest/index-written.ts';
export { type CopyState, erasedInCopies } from './maintenance/copies.ts';
export { type ByType, diffAdapters, type InputDiff } from './maintenance/diff-adapters.ts';
export {
  type EraseOptions,
  type ErasePlan,
  type EraseReport,
  erase,
  finishErasing,
  planErase,
} from './maintenance/erase.ts';
export { type ImportDocument, importDocumentOf } from './maintenance/import-document.ts';
export { type RebuildOptions, type RebuildProgress, type RebuildSummary, rebuild } from './maintenance/rebuild.ts';
export { rereadOutdated } from './maintenance/reread-outdated.ts';
export { type Restored, restore } from './maintenance/restore.ts';
export {
  applyRetention,
  type RemovedSession,
  type RetentionLimits,
  type RetentionOptions,
} from './maintenance/retention.ts';
export { makeFolders } from './make-folders.ts';
export { type Peek, peek } from './peek.ts';
export { ReaderCrew, workerThread } from './readers/reader-crew.ts';
export { planScrub, type ScrubPlace, type ScrubPlan } from './scrub/plan-scrub.ts';
export { finishScrubbing, type ScrubReport, scrub } from './scrub/scrub.ts';
export type { ScrubbedCopy } from './scrub/scrub-copies.ts';
export { isScrubbing } from './scrub/scrub-database.ts';
export { type ServedArchiveOptions, servedArchive } from './served-archive.ts';
export { type LinkRow, LinkRows } from './sqlite/git/link-rows.ts';
export { eventsAbout, type GitSession } from './sqlite/git/written-edits.ts';
export { Erasures } from './sqlite/journal/erasures.ts';
export { findErased } from './sqlite/journal/find-erased.ts';
export { findEvent } from './sqlite/journal/find-event.ts';
export { Journal, type Note, type TagCount } from './sqlite/journal/journal.ts';
export { Ledger, type NewShared, type Shared, type SharedState } from './sqlite/journal/ledger.ts';
export type { SavedViews } from './sqlite/journal/saved-views.ts';
export { withNumbers } from './sqlite/numbers/open-numbers.ts';
export { type Backup, openBackup } from './sqlite/opening/open-backup.ts';
export { type QueryResult, query } from './sqlite/query/query.ts';
export { VIEWS, type ViewSpec } from './sqlite/query/views.ts';
export { allOf, type Condition, condition, hasText } from './sqlite/search/condition.ts';
export { sessionsMatching } from './sqlite/search/session-filter.ts';
export { archivedAgents } from './sqlite/sessions/archived-agents.ts';
export {
  type FindSessionOptions,
  findSession,
  type SessionFound,
  sessionByKey,
  sessionByUuid,
  sessionLine,
  sessionsWhere,
} from './sqlite/sessions/find-session.ts';
export { ownFileOf } from './sqlite/sessions/input-sessions.ts';
export { sessionOfInput } from './sqlite/sessions/session-of-input.ts';
export {
  type ArchivedSession,
  countSessions,
  listSessions,
  type SessionSelection,
} from './sqlite/sessions/session-rows.ts';
export type { SqliteStore } from './sqlite/sqlite-store.ts';
export { archivedTranscript } from './streaming/archived-source.ts';
export { type Exclusions, exclusionsOf } from './sync/exclusions.ts';
export { type Finder, folderFinder } from './sync/finders.ts';
export { type AgentSummary, type SyncProgress, type SyncSummary, sync } from './sync/sync.ts';
export { syncRunFolder } from './sync/sync-run-folder.ts';
export { watch } from './sync/watch.ts';
export { withUsageAlone } from './usage-alone/with-usage-alone.ts';
export { makeFile, replaceFile } from './whole-files.ts';
export { WireKeeper } from './wires/wire-keeper.ts';
