/** What an error of a request says: the server's own words where it answered, ours where it did not. */
export interface Problem {
  readonly detail: string;
  readonly action?: string;
  readonly code?: string;
  readonly status?: number;
}

export function problemOf(error: unknown): Problem {
  if (typeof error === 'object' && error !== null && 'problem' in error) {
    const said = error.problem as Problem & { title?: string };
    return { ...said, detail: said.detail ?? said.title ?? 'The server refused.' };
  }
  if (error instanceof TypeError) {
    return {
      detail: 'The server does not answer.',
      action: 'Is `hansard serve` still running? The page goes on by itself once it is.',
    };
  }
  return { detail: error instanceof Error ? error.message : String(error) };
}
