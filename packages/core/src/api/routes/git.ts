/** Routes about the repository that a session worked in. They hold code of it: a profile that takes anything out refuses them. */
import Type from 'typebox';
import { FileBlame, GitCommit, GitRange, SessionCommits } from '../git.ts';
import { type Route, route } from '../route.ts';
import { SessionParams } from './parameters.ts';

const view = {
  method: 'GET',
  tag: 'sessions',
  media: 'json',
  scope: 'read',
  // History changes without anything in the archive changing.
  cache: 'never',
  leaves: 'gated',
} as const satisfies Partial<Route>;

const revision = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^-\\u0000-\\u001f][^\\u0000-\\u001f]*$', description });

export const gitRoutes = [
  route({
    ...view,
    id: 'git-commits',
    path: '/v1/sessions/{id}/commits',
    summary: 'Commits that a session led to, with what shows it',
    params: SessionParams,
    answer: SessionCommits,
  }),
  route({
    ...view,
    id: 'git-commit',
    path: '/v1/sessions/{id}/commits/{revision}',
    summary: 'The lines that a commit added, each with the event that wrote it',
    params: Type.Object({ ...SessionParams.properties, revision: revision('Commit in the session’s repository') }),
    answer: GitCommit,
  }),
  route({
    ...view,
    id: 'git-blame',
    path: '/v1/sessions/{id}/blame',
    summary: 'Who wrote each line of a file in the session’s repository',
    params: SessionParams,
    query: Type.Object({
      file: Type.String({
        minLength: 1,
        maxLength: 4096,
        pattern: '^[^\\u0000]+$',
        description: 'Path in the repository',
      }),
      at: Type.Optional(revision('Revision; HEAD unless said')),
    }),
    answer: FileBlame,
  }),
  route({
    ...view,
    id: 'git-range',
    path: '/v1/sessions/{id}/range',
    summary: 'Whose a range of commits is: what agents and people wrote, and what is there still',
    params: SessionParams,
    query: Type.Object({ range: revision('A..B, as of a pull request') }),
    answer: GitRange,
  }),
] as const;
