/** The repository that a session worked in: its commits, and who wrote which line. */
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Handlers } from '../handler.ts';
import { partOf } from '../parts.ts';
import { Refusal } from '../problems.ts';
import { namedSession } from '../sessions/named-session.ts';

export const gitHandlers: Handlers = {
  'git-commits': async (app, { params, content }) =>
    gitOf(app, content).commits(await namedSession(app, params.id), new Date().toISOString()),
  'git-commit': async (app, { params, content }) =>
    gitOf(app, content).commit(await namedSession(app, params.id), params.revision),
  'git-blame': async (app, { params, query, content }) =>
    gitOf(app, content).blame(await namedSession(app, params.id), query.file, query.at),
  'git-range': async (app, { params, query, content }) =>
    gitOf(app, content).range(await namedSession(app, params.id), query.range, new Date().toISOString()),
};

/** Code of a repository has been through no gate: where everything goes through one, none of it is told. */
function gitOf(app: App, { profile }: Content) {
  const git = partOf(app, 'git', 'look at repositories');
  if (profile === null) return git;
  throw new Refusal('not-offered', 'Only the user of this machine may read repositories.');
}
