/** Questions to the user: each is asked by a call and answered by its result. */
import { type Fields, fields, list, parseJson, text } from './native.ts';
import { type AskedQuestion, draft, type Reading } from './thread-state.ts';

const MAX_ASKED = 12;
const KEPT_PROMPT = 500;

/** `{questions: [{id, header, question, options: [{label, description}]}]}`. */
export function askQuestions(r: Reading, callId: string | undefined, input: unknown, native: string): void {
  if (!callId) return;
  let number = 0;
  for (const value of list(fields(input)?.['questions']).slice(0, MAX_ASKED)) {
    const question = fields(value);
    if (!question) continue;
    const asked: AskedQuestion = {
      callId,
      id: (text(question['id']) ?? String(number)).slice(0, 80),
      prompt: text(question['question']) ?? text(question['header']) ?? '',
      options: list(question['options'])
        .flatMap((option) => text(fields(option)?.['label'] ?? option) ?? [])
        .slice(0, 12),
    };
    const event = draft(r, `${callId}.q${++number}`, 'question', native);
    event.question = { ...asked, id: `${callId}.${asked.id}`, callId, status: 'requested', details: question };
    r.out.add(event);
    rememberQuestion(r, asked);
  }
}

function rememberQuestion(r: Reading, asked: AskedQuestion): void {
  const { questions } = r.state;
  questions.push({
    ...asked,
    prompt: asked.prompt.slice(0, KEPT_PROMPT),
    options: asked.options.map((option) => option.slice(0, 60)),
  });
  if (questions.length > MAX_ASKED) questions.shift();
}

/** `{answers: {<id>: {answers: [text]}}}`, as JSON in the call's output. */
export function readAnswers(r: Reading, callId: string, output: unknown, native: string): void {
  const given = fields(typeof output === 'string' ? parseJson(output) : output);
  const answers = fields(given?.['answers']);
  const { questions } = r.state;
  let number = 0;
  for (const asked of questions.filter((question) => question.callId === callId)) {
    const response = responseOf(answers, asked.id);
    const event = draft(r, `${callId}.a${++number}`, 'question', native);
    const { id, prompt, options } = asked;
    event.question = {
      id: `${callId}.${id}`,
      prompt,
      options,
      callId,
      status: response === undefined ? 'rejected' : 'answered',
    };
    if (response !== undefined) event.question.response = response;
    r.out.add(event);
  }
  r.state.questions = questions.filter((question) => question.callId !== callId);
}

function responseOf(answers: Fields | undefined, id: string): string | undefined {
  const answer = answers && Object.hasOwn(answers, id) ? answers[id] : undefined;
  if (typeof answer === 'string') return answer;
  const words = list(fields(answer)?.['answers'] ?? answer).filter((word) => typeof word === 'string');
  return words.length > 0 ? words.join('\n') : undefined;
}
