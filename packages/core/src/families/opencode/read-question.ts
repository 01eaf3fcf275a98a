/** The question tool: what the user was asked, and the answer. */
import type { Tool, ToolStatus } from '../../transcript.ts';
import { isObject, type Json, objectOf, stringOf } from './native.ts';
import type { PartContext } from './part-context.ts';
import { emit } from './state.ts';

export function readQuestions(
  context: PartContext,
  callEvent: string,
  tool: Tool,
  state: Json,
  metadata: Json,
  status: ToolStatus,
): void {
  const questions = objectOf(state['input'])['questions'];
  if (!Array.isArray(questions) || context.state.asked?.includes(tool.callId ?? '')) return;
  const answers = Array.isArray(metadata['answers']) ? metadata['answers'] : [];
  const time = context.created;
  questions.filter(isObject).forEach((question, index) => {
    const response = answerOf(answers[index]);
    const id = `${callEvent}.${index + 2}`;
    emit(
      context.state,
      context.out,
      {
        id,
        type: 'question',
        turn: context.message.turn,
        parentId: callEvent,
        timestamp: time,
        question: {
          ...questionOf(question, id),
          status: status === 'running' ? 'requested' : response === undefined ? 'rejected' : 'answered',
          ...(response === undefined ? {} : { response }),
          callId: tool.callId,
        },
        native: context.record.native('part/tool', stringOf(context.part['id'])),
      },
      context.message,
    );
  });
}

export function questionOf(question: Json, id: string) {
  const options = Array.isArray(question['options']) ? question['options'] : [];
  return {
    id,
    prompt: stringOf(question['question']) ?? '',
    options: options.map((option) => stringOf(objectOf(option)['label']) ?? String(option)),
    details: question,
  };
}

/** Answers are lists: a question may allow several. */
export function answerOf(answer: unknown): string | undefined {
  if (Array.isArray(answer)) return answer.filter((item) => typeof item === 'string').join(', ');
  return stringOf(answer);
}
