/** What notes say of lines that no session of the archive wrote. Where sessions of the archive were at work they know better. */
import type { LineAuthor } from '@hansard/core/git/line-author.ts';
import { notesOn } from './notes.ts';
import type { Blamed } from './read-blame.ts';
import type { Repository } from './repository.ts';

/** Notes are looked for on so many commits of a file. */
const MOST_COMMITS = 2000;

export async function markNoted(
  repository: Repository,
  { lines, commits }: Blamed,
  authors: LineAuthor[],
): Promise<void> {
  if (!(await hasNotes(repository))) return;
  for (const commit of [...commits.keys()].slice(0, MOST_COMMITS)) {
    const notes = /^[0-9a-f]{40,64}$/.test(commit) ? await notesOn(repository, commit) : [];
    if (notes.length === 0) continue;
    for (const [index, line] of lines.entries()) {
      const author = authors[index] as LineAuthor;
      if (line.commit !== commit || author.author !== 'human') continue;
      const noted = notes.find(
        ({ path, first, last }) => path === line.path && first <= line.original && line.original <= last,
      );
      if (!noted) continue;
      const isOurs = author.evidence === 'same-file';
      authors[index] = {
        author: isOurs ? 'uncertain' : 'agent',
        tier: isOurs ? 'overlapping' : 'tool_emitted',
        confidence: 'low',
        evidence: 'noted',
        noted: { agent: noted.agent, model: noted.model, session: noted.session },
      };
    }
  }
}

async function hasNotes(repository: Repository): Promise<boolean> {
  for (const ref of ['refs/notes/hansard', 'refs/notes/ai']) if (await repository.objects.read(ref)) return true;
  return false;
}
