/** Questions to the user: AskUserQuestion asks some, ExitPlanMode asks whether the plan may be carried out. */
import { isPlainTime } from '../../reading/time.ts';
import type { Question, ToolStatus } from '../../transcript.ts';
import { draft, type Line } from './line.ts';
import { list, object, type Raw, word } from './native.ts';
import type { CallSeen } from './state.ts';

const MOST_QUESTIONS = 16;
const APPROVE = 'approve';

export const questionId = (callId: string, index: number) =>
  index === 0 ? `${callId}.question` : `${callId}.question.${index}`;

export function ask(line: Line, call: CallSeen, name: string, callId: string, input: Raw): void {
  const asked =
    name === 'AskUserQuestion'
      ? list(input['questions']).slice(0, MOST_QUESTIONS).map(object)
      : name === 'ExitPlanMode'
        ? [input]
        : [];
  for (const [i, details] of asked.entries()) {
    const id = questionId(callId, i);
    const event = draft(line, id, 'question');
    event.role = 'assistant';
    if (call.event !== '') event.parentId = call.event;
    event.question = name === 'ExitPlanMode' ? plan(id, callId, input) : question(id, callId, details ?? {});
    line.out.add(event);
  }
  if (asked.length > 0) call.asks = asked.length;
}

function question(id: string, callId: string, details: Raw): Question {
  const options = list(details['options']).map((option) => word(object(option)?.['label']) ?? word(option) ?? '');
  return { id, prompt: word(details['question']) ?? '', options, status: 'requested', callId, details };
}

/** The plan is in the call, or in a file that the call names. */
function plan(id: string, callId: string, input: Raw): Question {
  const prompt = word(input['plan']) ?? word(input['planFilePath']) ?? 'Is the plan approved?';
  return { id, prompt, options: [APPROVE, 'reject'], status: 'requested', callId };
}

/** Writes the answers to the questions of a call. */
export function answer(
  line: Line,
  call: CallSeen,
  callId: string,
  status: ToolStatus,
  result: unknown,
  output?: string,
) {
  const answered = object(result);
  const questions = list(answered?.['questions']);
  const answers = object(answered?.['answers']);
  for (let i = 0; i < (call.asks ?? 0); i++) {
    const asked = word(object(questions[i])?.['question']);
    const given = asked === undefined ? undefined : answers?.[asked];
    const change: Partial<Question> =
      status === 'ok'
        ? { status: 'answered', response: responseOf(call.name, given, call.asks === 1 ? output : undefined) }
        : { status: 'rejected', response: output };
    line.out.patch(questionId(callId, i), { question: change, ...answeredAt(line) });
  }
}

const answeredAt = ({ time }: Line) => (isPlainTime(time) ? { completedAt: time } : {});

function responseOf(name: string, given: unknown, output: string | undefined): string | undefined {
  if (name === 'ExitPlanMode') return APPROVE;
  return word(given) ?? (Array.isArray(given) ? given.filter(word).join(', ') : output);
}
