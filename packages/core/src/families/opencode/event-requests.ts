/** What the agent asks the user while it runs: permissions and questions, and the answers. */
import type { Output } from '../../adapters/contract.ts';
import { forget, recall } from '../../reading/recent.ts';
import { isObject, type Json, objectOf, stringOf } from './native.ts';
import { answerOf, questionOf } from './read-question.ts';
import type { ServerEvent } from './server-event.ts';
import { type ReadingState, rememberAsked, rememberPending, sessionOf } from './state.ts';

/** From the stream, or from a list of what waits. */
type Asking = Omit<ServerEvent, 'tools'>;

const replies = new Map([
  ['once', 'accept'],
  ['always', 'accept_for_session'],
  ['reject', 'reject'],
]);

export function readPermission(state: ReadingState, event: Asking, out: Output): void {
  const { properties, type, record } = event;
  const native = record.native(type, event.id);
  const { turn } = sessionOf(state, properties['sessionID']);
  if (type === 'permission.asked') {
    const id = stringOf(properties['id']) ?? event.id;
    const action = stringOf(properties['permission']) ?? 'unknown';
    const callId = stringOf(objectOf(properties['tool'])['callID']);
    rememberPending(state, id, action, callId);
    const permission = { id, action, status: 'requested', callId, options: [...replies.keys()], details: properties };
    out.add({ id, type: 'permission', turn, permission, native });
    return;
  }
  const id = stringOf(properties['requestID']) ?? stringOf(properties['permissionID']) ?? event.id;
  const reply = stringOf(properties['reply']) ?? stringOf(properties['response']) ?? '';
  const asked = recall(state.pending, id);
  forget(state.pending, id);
  const decision = { status: replies.get(reply) ?? reply, by: 'user', at: record.at };
  // One event for the request and the answer to it.
  if (asked && out.patch(id, { permission: decision, completedAt: record.at, native })) return;
  const permission = { id, action: asked?.action ?? 'unknown', callId: asked?.callId, ...decision };
  out.add({ id: event.id, type: 'permission', turn, permission, native });
}

export function readQuestion(state: ReadingState, event: Asking, out: Output): void {
  const { properties, type } = event;
  if (type === 'question.asked') {
    askQuestions(state, event, out);
    return;
  }
  const id = stringOf(properties['requestID']) ?? event.id;
  const asked = recall(state.pending, id);
  forget(state.pending, id);
  const answers = Array.isArray(properties['answers']) ? properties['answers'] : [];
  const isRejected = type === 'question.rejected';
  if (isRejected && asked && rejectAll(event, id, out)) return;
  for (let index = 0; index < Math.max(1, answers.length); index++) {
    const response = answerOf(answers[index]);
    const settled = { status: isRejected ? 'rejected' : 'answered', response, at: event.record.at };
    const native = event.record.native(type, event.id);
    const change = { question: settled, completedAt: event.record.at, native };
    if (asked && out.patch(`${id}${suffix(index)}`, change)) continue;
    out.add({
      id: `${event.id}${suffix(index)}`,
      type: 'question',
      turn: sessionOf(state, properties['sessionID']).turn,
      question: {
        id: `${id}${suffix(index)}`,
        prompt: '',
        options: [],
        status: isRejected ? 'rejected' : 'answered',
        ...(response === undefined ? {} : { response }),
        callId: asked?.callId,
      },
      native: event.record.native(type, event.id),
    });
  }
}

/** All questions of a request are refused together. */
function rejectAll({ record, type, id: eventId }: Asking, id: string, out: Output): boolean {
  const change = { question: { status: 'rejected', at: record.at }, completedAt: record.at };
  let index = 0;
  while (
    index < MOST_QUESTIONS &&
    out.patch(`${id}${suffix(index)}`, { ...change, native: record.native(type, eventId) })
  )
    index++;
  return index > 0;
}

const MOST_QUESTIONS = 32;

function askQuestions(state: ReadingState, event: Asking, out: Output): void {
  const { properties } = event;
  const id = stringOf(properties['id']) ?? event.id;
  const callId = stringOf(objectOf(properties['tool'])['callID']);
  const questions: Json[] = Array.isArray(properties['questions']) ? properties['questions'].filter(isObject) : [];
  rememberPending(state, id, 'question', callId);
  if (callId !== undefined) rememberAsked(state, callId);
  questions.forEach((question, index) => {
    out.add({
      id: `${id}${suffix(index)}`,
      type: 'question',
      turn: sessionOf(state, properties['sessionID']).turn,
      question: { ...questionOf(question, `${id}${suffix(index)}`), status: 'requested', callId },
      native: event.record.native(event.type, event.id),
    });
  });
}

const suffix = (index: number) => (index === 0 ? '' : `.${index}`);
