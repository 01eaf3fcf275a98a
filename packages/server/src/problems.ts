/** What went wrong, as problem details: failures of the library, refusals of requests, and bugs. */
import { FAILURES, Failure, type FailureCode } from '@hansard/core';
import { type ProblemDetails, problemType, REQUEST_PROBLEMS, type RequestProblem } from '@hansard/core/api/problem.ts';

/** What may help, as the original of /api has it. */
type RefusalExtra = Pick<ProblemDetails, 'hint' | 'available_files'>;

/** A request that is refused. */
export class Refusal extends Error {
  readonly code: RequestProblem;
  readonly pointer: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: RefusalExtra;

  constructor(
    code: RequestProblem,
    detail: string,
    more: { pointer?: string; headers?: Record<string, string>; extra?: RefusalExtra } = {},
  ) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.pointer = more.pointer;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
  }
}

/** Statuses of failures that are not the server's own. */
const STATUSES: Partial<Record<FailureCode, number>> = {
  'bad-argument': 400,
  'bad-query': 400,
  'unknown-profile': 400,
  'not-recognised': 400,
  'profile-local': 403,
  'out-of-scope': 403,
  'unknown-session': 404,
  'file-not-found': 404,
  'unknown-event': 404,
  'not-archived': 404,
  'ambiguous-session': 409,
  'unknown-run': 404,
  'ambiguous-run': 409,
  'not-running': 404,
  'unknown-request': 404,
  'unknown-agent': 404,
  'session-exists': 409,
  'session-ended': 409,
  'already-answered': 409,
  'mode-not-supported': 400,
  'directory-not-allowed': 403,
  'agent-not-installed': 400,
  'agent-failed': 502,
  'archive-locked': 503,
  'archive-full': 507,
  'hub-busy': 503,
  'hub-full': 507,
};

/** `redacted`: a failure says what happened and no more, because it may name sessions and files of the machine. */
export function problemOf(error: unknown, redacted = false): ProblemDetails {
  if (error instanceof Refusal) return refusedAs(error, redacted);
  if (error instanceof Failure) return failed(error, redacted);
  return ofFramework(error as FrameworkError) ?? refused('bug', 'The request could not be answered.');
}

/** Names of files and flows are those of the machine, too. */
function refusedAs({ code, message, pointer, extra }: Refusal, redacted: boolean): ProblemDetails {
  const { hint, available_files } = redacted ? {} : extra;
  return {
    ...refused(code, message, pointer),
    ...(hint === undefined ? {} : { hint }),
    ...(available_files === undefined ? {} : { available_files }),
  };
}

function refused(code: RequestProblem, detail: string, pointer?: string): ProblemDetails {
  const { status, title, action } = REQUEST_PROBLEMS[code];
  return {
    type: problemType(code),
    title,
    status,
    detail,
    code,
    action,
    ...(pointer === undefined ? {} : { pointer }),
  };
}

function failed({ code, message, remedy, facts }: Failure, redacted: boolean): ProblemDetails {
  const status = STATUSES[code] ?? 500;
  const title = FAILURES[code].happened;
  // Who decided is known to everybody who may answer.
  const decided = code === 'already-answered' && facts ? { decided: facts } : {};
  return {
    type: problemType(code),
    title,
    status,
    detail: redacted ? title : message,
    code,
    action: remedy,
    ...decided,
  };
}

interface FrameworkError extends Error {
  readonly code?: string;
  readonly statusCode?: number;
  readonly validation?: readonly { readonly instancePath: string; readonly params: Record<string, unknown> }[];
  readonly validationContext?: string;
}

/** What the framework refuses by itself. */
function ofFramework({ code, statusCode, message, validation, validationContext }: FrameworkError) {
  const [fault] = validation ?? [];
  if (fault) {
    const unknown = fault.params['additionalProperty'];
    const name = fault.params['missingProperty'] ?? unknown;
    const pointer = `${fault.instancePath}${typeof name === 'string' ? `/${name}` : ''}`;
    const detail = typeof unknown === 'string' ? `${message}: there is no field "${unknown.slice(0, 100)}"` : message;
    return refused('bad-request', detail, validationContext === 'body' ? pointer : pointer.slice(1));
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refused('body-too-large', message);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refused('unsupported-media', message);
  if (code?.startsWith('FST_ERR_CTP_') || statusCode === 400) return refused('bad-body', message);
  return undefined;
}
