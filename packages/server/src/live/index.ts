/** Agents that are run: each route asks whoever runs them, in the name of who asks. */
import type { LiveControl } from '@hansard/core/store/live.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Handlers } from '../handler.ts';
import { partOf } from '../parts.ts';
import { Refusal } from '../problems.ts';
import { actorOf } from './actor.ts';
import { sendTurn } from './turn-stream.ts';

const controlOf = (app: App): LiveControl => partOf(app, 'live', 'run agents; start it with `hansard serve --live`');

async function nothing(work: Promise<void>, reply: FastifyReply): Promise<FastifyReply> {
  await work;
  return reply.code(204).send();
}

export const liveHandlers: Handlers = {
  'live-sessions': async (app, { content, query: { session } }) => {
    const found = session === undefined ? controlOf(app).list() : [controlOf(app).find(session)];
    return content.answer(null, { sessions: found.flatMap((one) => one ?? []) });
  },
  'live-session': async (app, { params, content }) => {
    const found = controlOf(app).find(params.id);
    if (!found) throw new Refusal('not-found', 'No session with that id is running here.');
    return content.answer(found.id, found);
  },
  'live-pending': async (app, { content }) => content.answer(null, { pending: [...(await controlOf(app).pending())] }),
  'live-modes': (app, { params }) => controlOf(app).modes(params.agent),
  'live-models': (app, { params }) => controlOf(app).models(params.agent),
  'live-install': () => {
    throw new Refusal('not-offered', 'Hansard installs no agents: install it as its maker says.');
  },
  'live-create': async (app, call) => controlOf(app).create(call.params.id, call.body, actorOf(call)),
  'live-send': async (app, call) => {
    const taken = await controlOf(app).send(call.params.id, call.body, actorOf(call));
    // As the original answers, unless whoever asks wants to know more.
    const wanted = (call.request.headers.accept ?? '').includes('application/json');
    return wanted ? taken : call.reply.code(204).send();
  },
  'live-send-stream': (app, call) => sendTurn(app, controlOf(app), call, actorOf(call)),
  'live-cancel': (app, call) =>
    nothing(controlOf(app).cancelMessage(call.params.id, call.params.message, actorOf(call)), call.reply),
  'live-question-reply': (app, call) =>
    nothing(
      controlOf(app).replyQuestion(call.params.id, call.params.question, call.body.answers, actorOf(call)),
      call.reply,
    ),
  'live-question-reject': (app, call) =>
    nothing(controlOf(app).rejectQuestion(call.params.id, call.params.question, actorOf(call)), call.reply),
  'live-permission-reply': (app, call) =>
    nothing(
      controlOf(app).replyPermission(call.params.id, call.params.permission, call.body, actorOf(call)),
      call.reply,
    ),
  'live-interrupt': (app, call) => nothing(controlOf(app).interrupt(call.params.id, actorOf(call)), call.reply),
  'live-settings': (app, call) =>
    nothing(controlOf(app).settings(call.params.id, call.body, actorOf(call)), call.reply),
  'live-resume': (app, call) => controlOf(app).resume(call.params.id, actorOf(call)),
  'live-fork': (app, call) => controlOf(app).fork(call.params.id, call.body.sessionId, actorOf(call)),
  'live-terminate': (app, call) => nothing(controlOf(app).terminate(call.params.id, actorOf(call)), call.reply),
};
