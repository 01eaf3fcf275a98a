/** An answer that says what went wrong, as an error with the stable code of the problem. */

/** application/problem+json, as the server answers it. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  /** What to do about it. */
  readonly action?: string;
  /** Where in the body or query it is. */
  readonly pointer?: string;
}

export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = 'ProblemError';
    this.problem = problem;
  }

  /** Stable; texts may change. */
  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** Asking again later may help: the server is busy or restarting, or a gate on the way says so. */
  get isPassing(): boolean {
    return this.status === 408 || this.status === 425 || this.status === 429 || this.status >= 500;
  }
}

/** What a failed answer says; one that is no problem document, such as a proxy's, becomes one. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text().catch(() => '');
  const said = parsed(text);
  const { status } = response;
  return new ProblemError({
    type: textOr(said['type'], 'about:blank'),
    title: textOr(said['title'], response.statusText || `HTTP ${status}`),
    status,
    code: textOr(said['code'], `http-${status}`),
    ...optional(said, 'detail'),
    ...optional(said, 'action'),
    ...optional(said, 'pointer'),
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

function optional(said: Record<string, unknown>, key: string): Record<string, string> {
  const value = said[key];
  return typeof value === 'string' ? { [key]: value } : {};
}
