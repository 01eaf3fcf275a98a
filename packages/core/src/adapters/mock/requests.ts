/** What the mock asks: permissions, and questions, of which one request may have several. */
import { forget, recall, remember } from '../../reading/recent.ts';
import type { EventDraft } from '../contract.ts';
import { idOf, isObject, listOf, textOf, wordsOf } from './native.ts';
import { draft, type Reading } from './reading.ts';
import { LIMITS } from './state.ts';

export function askPermission(reading: Reading): void {
  const { state, line, out, record } = reading;
  const id = idOf(line['id']) ?? record.ref;
  const callId = idOf(line['call']);
  const call = callId === undefined ? undefined : recall(state.calls, callId);
  const permission = {
    id,
    action: textOf(line['action']) ?? 'unknown',
    status: 'requested',
    ...(callId === undefined ? {} : { callId }),
    ...('details' in line ? { details: line['details'] } : {}),
  };
  const event = out.add(
    draft(reading, 'permission', {
      id: `${id}.permission`,
      permission,
      ...(call ? { parentId: call.event } : {}),
    } as Partial<EventDraft>),
  );
  remember(state.asked, id, { kind: 'permission', events: [event] }, LIMITS.asked);
}

export const questionId = (request: string, index: number): string =>
  index === 0 ? request : `${request}.${index + 1}`;

export function askQuestion(reading: Reading): void {
  const { state, line, out, record } = reading;
  const id = idOf(line['id']) ?? record.ref;
  const events = listOf(line['questions'])
    .slice(0, LIMITS.questions)
    .map((one, index) => {
      const asked = isObject(one) ? one : {};
      const own = questionId(id, index);
      const question = {
        id: own,
        prompt: textOf(asked['prompt']) ?? '',
        options: wordsOf(asked['options']),
        status: 'requested',
      };
      return out.add(draft(reading, 'question', { id: `${own}.question`, role: 'assistant', question }));
    });
  if (events.length === 0) out.add(draft(reading, 'status', { status: { label: 'question' } }));
  remember(state.asked, id, { kind: 'question', events }, LIMITS.asked);
}

/** The user's answer, on its way to the agent. */
export function readAnswer(reading: Reading): void {
  const { state, line, out, record, type } = reading;
  const id = idOf(line['id']) ?? '';
  const asked = recall(state.asked, id);
  forget(state.asked, id);
  const native = record.native(type);
  const completedAt = record.at;
  const isRejected = line['decision'] === 'reject' || line['rejected'] === true;
  const reason = textOf(line['message']);
  const because = reason === undefined ? {} : { reason };
  let patched = false;
  asked?.events.forEach((event, index) => {
    const given = wordsOf(listOf(line['answers'])[index]);
    const change =
      asked.kind === 'permission'
        ? { permission: { status: isRejected ? 'reject' : 'accept', by: 'user', ...because } }
        : { question: isRejected ? { status: 'rejected' } : { status: 'answered', response: given.join(', ') } };
    patched = out.patch(event, { ...change, completedAt, native } as Partial<EventDraft>) || patched;
  });
  if (!patched) out.add(draft(reading, 'status', { status: { label: 'answer' }, extra: { request: id } }));
}

/** The agent no longer waits for an answer. */
export function readWithdrawn(reading: Reading): void {
  const { state, line, out, record, type } = reading;
  const id = idOf(line['id']) ?? '';
  const asked = recall(state.asked, id);
  forget(state.asked, id);
  const native = record.native(type);
  for (const event of asked?.events ?? []) {
    const change =
      asked?.kind === 'permission'
        ? { permission: { status: 'reject', reason: 'withdrawn' } }
        : { question: { status: 'rejected' } };
    out.patch(event, { ...change, completedAt: record.at, native } as Partial<EventDraft>);
  }
  if (!asked) out.add(draft(reading, 'status', { status: { label: 'withdrawn' } }));
}
