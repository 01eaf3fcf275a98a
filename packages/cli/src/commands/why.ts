/** `hansard why`: what shows that a line, or a commit, is a session's. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { blameFile, eventsAbout, linkCommits, promptsBefore, RepositoryEdits } from '@hansard/archive';
import { adapterOf, Failure, neutraliseLine } from '@hansard/core';
import { REASONS } from '@hansard/core/git/explain.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { blameLines } from '../git/blame-lines.ts';
import { fileBlame } from '../git/file-blame.ts';
import { type RepositoryWork, withRepository } from '../git/with-repository.ts';

export function run(context: Context, args: Arguments): Promise<number> {
  const given = args.positionals[0] as string;
  const place = /^(.+):(\d+)$/.exec(given);
  if (!place) {
    if (existsSync(resolve(given))) {
      throw new Failure('bad-argument', `Which line of ${given}?`, { remedy: `Write \`hansard why ${given}:LINE\`.` });
    }
    return withRepository(context, '.', (work) => whyCommit(context, args, work, given));
  }
  const [, file = '', number = ''] = place;
  return withRepository(context, file, (work) => whyLine(context, args, work, file, Number(number)));
}

async function whyCommit(
  context: Context,
  args: Arguments,
  { archive, repository }: RepositoryWork,
  given: string,
): Promise<number> {
  const revision = await repository.commit(given);
  const edits = await RepositoryEdits.of(archive, repository);
  const now = new Date().toISOString();
  const [linked] = await linkCommits(archive, repository, ['--max-count=1', revision], { now, edits });
  const sessions = [...(linked?.authors.sessions ?? [])].flatMap(([number, share]) => {
    const session = edits.sessions.get(number);
    return session ? [{ session, share }] : [];
  });
  if (args.flag('json')) {
    const told = sessions.map(({ session: { uuid, nativeId, agent }, share }) => ({
      session: uuid,
      nativeId,
      agent,
      ...share,
    }));
    await context.out.write(`${JSON.stringify({ commit: revision, sessions: told }, null, 2)}\n`);
    return 0;
  }
  const head = `${revision.slice(0, 12)}  ${neutraliseLine(linked?.authors.commit.summary ?? '')}\n`;
  const rows = sessions.map(
    ({ session, share }) =>
      `  ${neutraliseLine(words('agent', session))}: ${share.tier}\n    ${neutraliseLine(share.evidence)}\n`,
  );
  await context.out.write(
    head + (rows.length > 0 ? rows.join('') : '  No session is tied to it: as far as is known, people wrote it.\n'),
  );
  return 0;
}

async function whyLine(
  context: Context,
  args: Arguments,
  { archive, repository }: RepositoryWork,
  file: string,
  number: number,
): Promise<number> {
  const revision = await repository.commit(args.text('at') ?? 'HEAD');
  const moved = args.text('at') === undefined;
  const { path, blamed } = await fileBlame(context, repository, { path: repository.inside(file), revision, moved });
  const blame = await blameFile(archive, repository, { path, revision, blamed });
  const [line] =
    number >= 1 && number <= blame.blamed.lines.length
      ? blameLines(archive, blame, { first: number, last: number })
      : [];
  const author = blame.authors[number - 1];
  if (!line || !author) {
    throw new Failure(
      'bad-argument',
      `${path} has ${blame.blamed.lines.length === 1 ? 'one line' : `${blame.blamed.lines.length} lines`}; there is no line ${number}.`,
    );
  }
  const { edit, evidence } = author;
  const reason = REASONS[evidence];
  const commit = blame.blamed.commits.get(line.commit);
  const prompt =
    edit &&
    (await promptsBefore(archive, [edit.event])).get(eventsAbout(archive.sql, [edit.event]).get(edit.event)?.key ?? '');
  const written = edit?.time === null || edit === undefined ? null : new Date(edit.time).toISOString();
  const told = {
    ...line,
    evidence,
    reason,
    committed: commit ? new Date(commit.time).toISOString() : null,
    written,
    prompt: prompt ?? null,
  };
  if (args.flag('json')) {
    await context.out.write(`${JSON.stringify({ file: path, revision, ...told }, null, 2)}\n`);
    return 0;
  }
  const rows = [
    `${path}:${number}  ${line.text.trim()}`,
    `  ${words(line.author, edit && blame.edits.sessionOf(edit))}: ${line.tier}, confidence ${line.confidence}`,
    `  ${reason}`,
    `  Commit ${line.commit.slice(0, 12)} of ${told.committed ?? 'unknown time'}: ${commit?.summary ?? ''}`,
    ...(edit
      ? [
          `  Written ${written ?? 'at a time that was not recorded'} into ${edit.path}, by an event of kind ${edit.kind}`,
        ]
      : []),
    ...(line.event ? [`  Read it with: hansard show ${line.session}#${line.event}`] : []),
    ...(prompt ? [`  Asked for: ${prompt}`] : []),
  ];
  await context.out.write(`${rows.map(neutraliseLine).join('\n')}\n`);
  return 0;
}

type Session = NonNullable<ReturnType<RepositoryEdits['sessions']['get']>>;

function words(author: string, session: Session | undefined): string {
  if (author === 'human') return 'A person’s line';
  const name = session
    ? `${adapterOf(session.agent)?.label ?? session.agent}, session ${session.uuid.slice(0, 8)}`
    : 'an agent';
  return author === 'agent' ? name : `Uncertain, perhaps ${name}`;
}
