/** `@hansard/archive`: the archive of this machine's sessions, for programs. */
export {
  type AgentSummary,
  type BackupMade,
  createNodeHost,
  type NodeHostOptions,
  patternRunner,
  type SyncSummary,
} from '../index.ts';
export { type OpenArchiveOptions, type OpenedArchive, openArchive, type ServedArchive } from './open-archive.ts';
