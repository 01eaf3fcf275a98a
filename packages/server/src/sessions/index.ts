/** Sessions, and views of one. */
import { setImmediate } from 'node:timers/promises';
import { Failure } from '@hansard/core';
import { outlineOf } from '@hansard/core/views/outline.ts';
import { MOST_EVENTS, sessionChanges } from '@hansard/core/views/session-changes.ts';
import { sessionDetail } from '@hansard/core/views/session-detail.ts';
import { sessionMap } from '@hansard/core/views/session-map.ts';
import { timeCosts } from '@hansard/core/views/time-costs.ts';
import { timelineOf } from '@hansard/core/views/timeline.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Handlers } from '../handler.ts';
import { namedSession } from './named-session.ts';
import { promptTexts } from './prompt-texts.ts';
import { withRuns } from './with-runs.ts';

export const sessionHandlers: Handlers = {
  sessions: async (app, { query, content }) => {
    const page = await content.sessions({
      q: query.q ?? '',
      limit: query.limit ?? 50,
      cursor: query.cursor,
      order: query.sort ?? 'newest',
    });
    return { ...page, sessions: withRuns(app, content, page.sessions) };
  },
  session: async (app, { params, content }) => {
    const id = await namedSession(app, params.id);
    const detail = await sessionDetail(app.store, id, { prices: app.prices, now: Date.now() });
    if (!detail) throw new Failure('unknown-session', 'The session is no longer in the archive.');
    const [known] = withRuns(app, content, [detail]);
    return content.answer(id, known ?? detail);
  },
  'session-map': async (app, { params, content }) => {
    const id = await namedSession(app, params.id);
    const { views } = app.store;
    return content.answer(id, sessionMap(await views.skeleton(id), await views.edits(id)));
  },
  'session-outline': async (app, { params, content }) => {
    const id = await namedSession(app, params.id);
    const { views } = app.store;
    const rows = {
      skeleton: await views.skeleton(id),
      edits: await views.edits(id),
      usage: await views.usage(id),
    };
    const prompts = await content.answer(id, outlineOf(rows, app.prices));
    const texts = await promptTexts(content, id, prompts);
    return { prompts: prompts.map((prompt) => ({ ...prompt, text: texts.get(prompt.logSeq) ?? '' })) };
  },
  'session-timeline': (app, { params, content }) => timeline(app, content, params.id),
  'session-changes': async (app, { params, content }) => {
    const id = await namedSession(app, params.id);
    return sessionChanges(await app.store.views.changing(id, MOST_EVENTS + 1), async (logSeqs) => {
      const events = await content.events(id, logSeqs);
      await setImmediate();
      return events;
    });
  },
  'session-find': async (app, { params, query, content }) =>
    content.find(await namedSession(app, params.id), query.q, query.limit ?? 200),
};

/** Turns are named by the beginning of their prompts, but not where one stands for several. */
async function timeline(app: App, content: Content, selector: string) {
  const id = await namedSession(app, selector);
  const { views } = app.store;
  const skeleton = [...(await views.skeleton(id))];
  const costs = timeCosts(skeleton, await views.usage(id), app.prices);
  const line = await content.answer(id, { ...timelineOf(skeleton), costs });
  const turns = line.lanes.flatMap(({ spans }) => spans.filter(({ kind, merged }) => kind === 'turn' && !merged));
  const texts = await promptTexts(content, id, turns, 80);
  const named = line.lanes.map((lane) => ({
    ...lane,
    spans: lane.spans.map((span) => (span.kind === 'turn' ? { ...span, name: texts.get(span.logSeq) ?? '' } : span)),
  }));
  return { ...line, lanes: named };
}
