/** `hansard log`: commits with the sessions that wrote them. */
import { linkCommits, RepositoryEdits } from '@hansard/archive';
import { adapterOf, Failure, neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { withRepository } from '../git/with-repository.ts';
import { minuteIn } from '../terminal/words.ts';

const LIMIT = 20;

export function run(context: Context, args: Arguments): Promise<number> {
  return withRepository(context, '.', async ({ archive, repository }) => {
    const range = args.positionals[0] ?? 'HEAD';
    if (range.startsWith('-')) throw new Failure('bad-argument', `"${range}" is no range of commits.`);
    const [a = '', b] = range.split(/\.{2,3}/);
    const revisions =
      b === undefined
        ? [await repository.commit(a)]
        : [`${await repository.commit(a || 'HEAD')}..${await repository.commit(b || 'HEAD')}`];
    const edits = await RepositoryEdits.of(archive, repository);
    const limit = args.integer('limit') ?? LIMIT;
    const linked = await linkCommits(archive, repository, [`--max-count=${limit}`, ...revisions], {
      now: new Date().toISOString(),
      edits,
    });
    const entries = linked.map(({ authors: { commit, files, sessions } }) => {
      const counts = { agent: 0, human: 0, uncertain: 0 };
      for (const { author } of files.flatMap(({ lines }) => lines)) counts[author.author]++;
      const tied = [...sessions].flatMap(([number, share]) => {
        const session = edits.sessions.get(number);
        return session
          ? [
              {
                session: session.uuid,
                nativeId: session.nativeId,
                agent: session.agent,
                tier: share.tier,
                lines: share.lines,
                evidence: share.evidence,
              },
            ]
          : [];
      });
      return {
        commit: commit.id,
        time: new Date(commit.time).toISOString(),
        author: commit.author,
        summary: commit.summary,
        lines: counts,
        sessions: tied,
      };
    });
    if (args.flag('json')) await context.out.write(`${JSON.stringify({ commits: entries }, null, 2)}\n`);
    else {
      const minute = minuteIn((await context.settings()).get('timezone'));
      const colors = await context.colors();
      for (const { commit, time, author, summary, lines, sessions } of entries) {
        await context.out.write(
          `${colors.bold(commit.slice(0, 12))} ${minute(time)} ${neutraliseLine(author)}  ${neutraliseLine(summary)}\n`,
        );
        if (lines.agent + lines.uncertain > 0) {
          await context.out.write(
            `    agents ${lines.agent}, people ${lines.human}, uncertain ${lines.uncertain} lines\n`,
          );
        }
        for (const one of sessions) {
          const name = adapterOf(one.agent)?.label ?? neutraliseLine(one.agent);
          await context.out.write(
            colors.dim(`    ${name} ${one.session.slice(0, 8)}  ${one.tier}: ${neutraliseLine(one.evidence)}\n`),
          );
        }
      }
    }
    return 0;
  });
}
