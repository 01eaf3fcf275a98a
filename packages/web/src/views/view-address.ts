/** What of an address is a view: the page and its filter, but not which session is open beside it. */
import { type Address, addressOf } from '../route/place.ts';

const KEPT: Readonly<Record<string, readonly string[]>> = {
  '/': ['q', 'sort', 'group'],
  '/search': ['q', 'order'],
  '/stats': ['q', 'range'],
};

/** The address of the list, search or statistics that is shown; beside a session that is the list. */
export function viewAddress({ path, query }: Address): string {
  const page = KEPT[path] ? path : '/';
  return addressOf(page, Object.fromEntries(KEPT[page]?.map((name) => [name, query.get(name)]) ?? []));
}

/** Where to go to see a view: a session that is open stays open beside its list. */
export function addressToSee(view: string, { path, query }: Address): string {
  const { pathname, searchParams } = new URL(view, 'http://page');
  if (pathname !== '/' || !path.startsWith('/s/')) return view;
  const { open: _open, ...rest } = Object.fromEntries(query);
  const [q, sort, group] = ['q', 'sort', 'group'].map((name) => searchParams.get(name));
  return addressOf(path, { ...rest, q, sort, group });
}
