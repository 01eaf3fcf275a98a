/** Addresses of what the tab of commits shows. */
import { sessionAddress } from '../../route/pages.ts';

export interface HistoryPlace {
  readonly commit?: string | undefined;
  readonly file?: string | undefined;
}

export function historyAddress(id: string, { commit, file }: HistoryPlace): string {
  const query = new URLSearchParams({ tab: 'commits' });
  if (commit !== undefined) query.set('commit', commit);
  if (file !== undefined) query.set('file', file);
  return `${sessionAddress(id)}?${query}`;
}
