/** The files that were edited most, over many sessions: a file is one, however agents name it. */
import type { EditedFileRow } from '../store/numbers.ts';
import type { SessionId } from '../store/sessions.ts';

export interface EditedFile {
  readonly path: string;
  readonly project: string | null;
  /** One of those that changed it. */
  readonly session: SessionId;
  readonly sessions: number;
  readonly edits: number;
}

interface Counts {
  calls: number;
  others: number;
}

/** Most edits first. */
export function editedFiles(rows: Iterable<EditedFileRow>): EditedFile[] {
  const files = new Map<string, { project: string | null; bySession: Map<SessionId, Counts> }>();
  for (const { session, project, path, calls, others } of rows) {
    const name = fullName(path, project);
    const file = files.get(name) ?? { project, bySession: new Map<SessionId, Counts>() };
    files.set(name, file);
    const counts = file.bySession.get(session) ?? { calls: 0, others: 0 };
    file.bySession.set(session, { calls: counts.calls + calls, others: counts.others + others });
  }
  return [...files]
    .map(([path, { project, bySession }]) => ({
      path,
      project,
      session: [...bySession.keys()][0] ?? '',
      sessions: bySession.size,
      // A call and its result both tell of one edit, and either may be the only one that does.
      edits: [...bySession.values()].reduce((sum, { calls, others }) => sum + Math.max(calls, others), 0),
    }))
    .sort((a, b) => b.edits - a.edits || b.sessions - a.sessions || (a.path < b.path ? -1 : 1));
}

/** Some agents name files within the folder they work in. */
function fullName(path: string, project: string | null): string {
  if (project === null || /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path)) return path;
  return `${project.replace(/[/\\]$/, '')}/${path.replace(/^\.\//, '')}`;
}
