/** `hansard reply`: answers what an agent asks. */
import type { PendingItem } from '@hansard/client';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { chosen } from '../live/ask-person.ts';
import { asked, connected } from '../live/connect.ts';

/** By the request alone, or with its session: the id that was chosen, or the beginning of the one that lists show. */
function isNamed({ requestId, sessionId, id }: PendingItem, name: string): boolean {
  if (name === requestId || name === `${sessionId}/${requestId}`) return true;
  const session = name.endsWith(`/${requestId}`) ? name.slice(0, -requestId.length - 1) : '';
  return session.length >= SHORTEST_ID && id?.startsWith(session) === true;
}

const SHORTEST_ID = 4;
const REPLIES = ['once', 'always', 'reject'] as const;

export async function run(context: Context, args: Arguments): Promise<number> {
  const [request = '', ...answers] = args.positionals;
  const client = connected(context);
  const { pending } = await asked(() => client.pending());
  const [item, ...others] = pending.filter((one) => one.answerable && isNamed(one, request));
  if (others.length > 0) {
    throw new Failure('bad-argument', `${others.length + 1} sessions wait with a request "${request}".`, {
      remedy: 'Name the session, too, as `hansard pending` shows it: SESSION/REQUEST.',
    });
  }
  if (!item) throw new Failure('unknown-request', `Nothing with the id "${request}" waits for an answer.`);
  const { sessionId, requestId, kind, questions = [] } = item;
  if (kind === 'permission') {
    const reply = REPLIES.find((one) => one === answers[0]);
    if (!reply) throw new Failure('bad-argument', 'A permission is answered with once, always or reject.');
    await asked(() => client.replyPermission(sessionId, requestId, { reply, message: args.text('message') }));
  } else if (answers[0] === 'reject' && answers.length === 1) {
    await asked(() => client.rejectQuestion(sessionId, requestId));
  } else {
    if (answers.length !== questions.length)
      throw new Failure('bad-argument', `The request has ${questions.length} questions: give an answer to each.`);
    const given = questions.map(({ options, multiple }, i) => chosen(answers[i] as string, options, multiple));
    await asked(() => client.replyQuestion(sessionId, requestId, given));
  }
  return 0;
}
