/** Sessions, and views of one. */
import { outlineOf, sessionChanges, sessionDetail, sessionMap, timeCosts, timelineOf } from '@hansard/archive';
import type { App } from '../app.ts';
import type { Handlers } from '../handler.ts';
import { listedSession, namedSession } from './named-session.ts';
import { promptTexts } from './prompt-texts.ts';

export const sessionHandlers: Handlers = {
  sessions: ({ content }, { query }) =>
    content.sessions({
      q: query.q ?? '',
      limit: query.limit ?? 50,
      cursor: query.cursor,
      order: query.sort ?? 'newest',
    }),
  session: (app, { params }) => {
    const session = listedSession(app, params.id);
    const options = { prices: app.prices, now: Date.now() };
    return app.content.answer(session.id, sessionDetail(app.archive.sql, session, options));
  },
  'session-map': (app, { params }) => {
    const { id } = namedSession(app, params.id);
    return app.content.answer(id, sessionMap(app.archive.sql, id));
  },
  'session-outline': async (app, { params }) => {
    const { id } = namedSession(app, params.id);
    const rows = await app.content.answer(id, outlineOf(app.archive.sql, id, app.prices));
    const texts = await promptTexts(app, id, rows);
    return { prompts: rows.map((row) => ({ ...row, text: texts.get(row.logSeq) ?? '' })) };
  },
  'session-timeline': (app, { params }) => timeline(app, params.id),
  'session-changes': (app, { params }) => {
    const { id } = namedSession(app, params.id);
    return sessionChanges(app.archive.sql, id, (logSeqs) => app.content.events(id, logSeqs));
  },
  'session-find': ({ archive, content }, { params, query }) => {
    const { id } = namedSession({ archive }, params.id);
    return content.find(id, query.q, query.limit ?? 200);
  },
};

/** Turns are named by the beginning of their prompts, but not where one stands for several. */
async function timeline(app: App, selector: string) {
  const { id } = namedSession(app, selector);
  const { sql } = app.archive;
  const line = await app.content.answer(id, { ...timelineOf(sql, id), costs: timeCosts(sql, id, app.prices) });
  const turns = line.lanes.flatMap(({ spans }) => spans.filter(({ kind, merged }) => kind === 'turn' && !merged));
  const texts = await promptTexts(app, id, turns, 80);
  const named = line.lanes.map((lane) => ({
    ...lane,
    spans: lane.spans.map((span) => (span.kind === 'turn' ? { ...span, name: texts.get(span.logSeq) ?? '' } : span)),
  }));
  return { ...line, lanes: named };
}
