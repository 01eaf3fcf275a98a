/** Questions to the user: one event each, asked by a call and answered by its result. */
import { type Fields, fields, list, parseJson, text } from './native.ts';
import { draft, type Reading, timeOf } from './thread-state.ts';

const MAX_ASKED = 8;
const MAX_CALLS = 4;

/** `{questions: [{id, header, question, options: [{label, description}]}]}`. */
export function askQuestions(r: Reading, callId: string, input: unknown, native: string): void {
  const asked: string[] = [];
  for (const value of list(fields(input)?.['questions']).slice(0, MAX_ASKED)) {
    const details = fields(value);
    if (!details) continue;
    const id = (text(details['id']) ?? String(asked.length)).slice(0, 60);
    asked.push(id);
    const event = draft(r, questionId(callId, asked.length), 'question', native);
    event.question = {
      id: `${callId}.${id}`,
      prompt: text(details['question']) ?? text(details['header']) ?? '',
      options: list(details['options']).flatMap((option) => text(fields(option)?.['label'] ?? option) ?? []),
      status: 'requested',
      callId,
      details,
    };
    r.out.add(event);
  }
  if (asked.length === 0) return;
  r.state.questions.push({ callId, asked });
  if (r.state.questions.length > MAX_CALLS) r.state.questions.shift();
}

const questionId = (callId: string, number: number) => `${callId}.q${number}`;

/** `{answers: {<id>: {answers: [text]}}}`, or that as JSON in the call's output. */
export function readAnswers(r: Reading, callId: string, output: unknown, native: string): void {
  const given = fields(typeof output === 'string' ? parseJson(output) : output);
  const answers = fields(given?.['answers']);
  const { questions } = r.state;
  const at = questions.findIndex((question) => question.callId === callId);
  if (at < 0) return;
  const asked = questions.splice(at, 1)[0]?.asked ?? [];
  asked.forEach((id, i) => {
    const response = responseOf(answers, id);
    r.out.patch(questionId(callId, i + 1), {
      question: response === undefined ? { status: 'rejected' } : { status: 'answered', response },
      completedAt: timeOf(r),
      native: r.record.native(native),
    });
  });
}

function responseOf(answers: Fields | undefined, id: string): string | undefined {
  const answer = answers && Object.hasOwn(answers, id) ? answers[id] : undefined;
  if (typeof answer === 'string') return answer;
  const words = list(fields(answer)?.['answers'] ?? answer).filter((word) => typeof word === 'string');
  return words.length > 0 ? words.join('\n') : undefined;
}
