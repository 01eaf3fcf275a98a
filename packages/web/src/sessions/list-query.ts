/** What of the address belongs to the list, and stays when another session is opened beside it. */
import { sessionAddress } from '../route/pages.ts';
import { addressOf, usePlace } from '../route/place.ts';

export function listQuery(query: URLSearchParams): Record<'q' | 'sort' | 'group' | 'open', string | null> {
  return { q: query.get('q'), sort: query.get('sort'), group: query.get('group'), open: query.get('open') };
}

export type AddressFor = (id: string, values?: Record<string, string>) => string;

/** Addresses of sessions, with the list as it is now. */
export function useAddressFor(): AddressFor {
  const { query } = usePlace();
  return (id, values) => addressOf(sessionAddress(id), { ...listQuery(query), ...values });
}
