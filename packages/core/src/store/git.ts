/** What repositories say of sessions: injected where a server may look at them. */
import type { FileBlame, GitCommit, GitRange, SessionCommits } from '../api/git.ts';
import type { SessionId } from './sessions.ts';

export interface SessionGit {
  /** Looks for commits that the session led to, and gives all that are known. */
  commits(session: SessionId, now: string): Promise<SessionCommits>;
  commit(session: SessionId, revision: string): Promise<GitCommit>;
  blame(session: SessionId, file: string, at: string | undefined): Promise<FileBlame>;
  range(session: SessionId, range: string, now: string): Promise<GitRange>;
}
