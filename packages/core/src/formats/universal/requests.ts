/** Requests to the user as the stream tells them: asked for, then resolved, and never left open. */
import type { Event, EventError, Permission, Question } from '../../transcript.ts';
import type { UniversalData } from './event.ts';

type PermissionData = UniversalData<'permission.requested'>;
type QuestionData = UniversalData<'question.requested'>;

export type Request =
  | { readonly kind: 'permission'; readonly data: PermissionData }
  | { readonly kind: 'question'; readonly data: QuestionData };

/** What an event asks for, as it stands: with its decision, if there is one. */
export function requestOf({ type, permission, question, extra }: Event): Request | undefined {
  if (type === 'permission' && permission)
    return { kind: 'permission', data: permissionData(permission, ruleIn(extra)) };
  return type === 'question' && question ? { kind: 'question', data: questionData(question) } : undefined;
}

export const requestKey = ({ kind, data }: Request): string =>
  `${kind} ${'permission_id' in data ? data.permission_id : data.question_id}`;

/** As it was before anybody answered. */
export function asked(request: Request): Request {
  if (request.kind === 'permission') return { ...request, data: permissionAsked(request.data) };
  const { response: _response, ...data } = request.data;
  return { ...request, data: { ...data, status: 'requested' } };
}

/** Who decided, and in which words, is not known yet. */
function permissionAsked({ metadata: known, ...data }: PermissionData): PermissionData {
  const { by: _by, decision: _decision, rule: _rule, ...rest } = (known ?? {}) as Record<string, unknown>;
  const metadata = something(rest);
  return { ...data, status: 'requested', ...(metadata ? { metadata } : {}) };
}

/** An answer that does not repeat what it answers. */
export function answered(request: Request, answer: Request): Request {
  if (request.kind === 'permission' && answer.kind === 'permission') {
    return { ...answer, data: { ...answer.data, action: answer.data.action || request.data.action } };
  }
  if (request.kind !== 'question' || answer.kind !== 'question') return answer;
  const { prompt, options } = request.data;
  const { data } = answer;
  const known = data.options.length > 0 ? data.options : options;
  return { ...answer, data: { ...data, prompt: data.prompt || prompt, options: known } };
}

/** What nobody answered is refused when its turn ends. */
export function refused(request: Request): Request {
  return request.kind === 'permission'
    ? { ...request, data: { ...request.data, status: 'reject' } }
    : { ...request, data: { ...request.data, status: 'rejected' } };
}

const DECISIONS = ['requested', 'accept', 'accept_for_session', 'reject'] as const;

/** The rule of Hansard's that was made by an answer, or has given it. */
function ruleIn(extra: Event['extra']): unknown {
  const answer = extra?.['answer'];
  return typeof answer === 'object' && answer !== null ? (answer as { rule?: unknown }).rule : undefined;
}

function permissionData(permission: Permission, rule: unknown): PermissionData {
  const { id, action, status, callId, by, reason, options, details } = permission;
  const decision = unlisted(status, DECISIONS);
  const metadata = something({ call_id: callId, by, reason, options, details, decision, rule });
  return {
    permission_id: id,
    action,
    status: DECISIONS.find((decision) => decision === status) ?? 'reject',
    ...(metadata ? { metadata } : {}),
  };
}

const ANSWERS = ['requested', 'answered', 'rejected'] as const;

function questionData({ id, prompt, options, status, response, callId, details }: Question): QuestionData {
  const metadata = something({ call_id: callId, details, outcome: unlisted(status, ANSWERS) });
  return {
    question_id: id,
    prompt,
    options,
    status: ANSWERS.find((answer) => answer === status) ?? (response === undefined ? 'rejected' : 'answered'),
    ...(response === undefined ? {} : { response }),
    ...(metadata ? { metadata } : {}),
  };
}

/** Decisions that the format has no word for are kept beside. */
const unlisted = (status: string, known: readonly string[]): string | undefined =>
  known.includes(status) ? undefined : status;

export function errorData({ message, code, status, attempt, retryInMs, willRetry, details }: EventError) {
  return {
    message,
    ...something({ code, details, status, attempt, retry_in_ms: retryInMs, will_retry: willRetry }),
  } satisfies UniversalData<'error'>;
}

/** The fields that have a value; undefined when none has. */
export function something<T extends object>(fields: T): Partial<T> | undefined {
  let found: Partial<T> | undefined;
  for (const name of Object.keys(fields) as (keyof T)[]) {
    if (fields[name] === undefined) continue;
    found ??= {};
    found[name] = fields[name];
  }
  return found;
}
