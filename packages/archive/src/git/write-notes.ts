/** Notes on commits, for whoever asked for them: which sessions they are tied to, by ids, tiers and line numbers alone. */
import type { Archive } from '../archive.ts';
import { eventsAbout } from '../sqlite/git/written-edits.ts';
import { sessionByKey } from '../sqlite/sessions/find-session.ts';
import type { Linked } from './link-commits.ts';
import { NOTES_REF, type OwnNote } from './notes.ts';
import type { Repository } from './repository.ts';

export async function writeNotes(archive: Archive, repository: Repository, linked: readonly Linked[]): Promise<number> {
  let written = 0;
  for (const { authors, links } of linked) {
    const notes = links
      .filter(({ vcs }) => vcs === 'git')
      .flatMap((link): OwnNote[] => {
        const session = sessionByKey(archive, link.sessionKey);
        if (!session) return [];
        const event = authors.files
          .flatMap(({ lines }) => lines)
          .find(({ author }) => author.edit?.session === session.id)?.author.edit?.event;
        const model = event === undefined ? null : (eventsAbout(archive.sql, [event]).get(event)?.model ?? null);
        const files = link.files.map(
          ({ path, ranges }) =>
            [path, ranges.filter(({ mixed }) => !mixed).map(({ start, end }) => [start, end] as const)] as const,
        );
        return [
          {
            session: session.uuid,
            agent: session.agent,
            model,
            tier: link.tier,
            lines: link.lines,
            files: Object.fromEntries(files),
          },
        ];
      });
    if (notes.length === 0) continue;
    const input = notes.map((note) => `${JSON.stringify(note)}\n`).join('');
    await repository.git.text(['notes', `--ref=${NOTES_REF}`, 'add', '-f', '-F', '-', authors.commit.id], { input });
    written++;
  }
  return written;
}
