/** Tables of the HTTP API: its routes, and the problems that are no failures of the library. */
import { REQUEST_PROBLEMS } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import { hubRoutes } from '../api/routes/hub.ts';
import { routes as routeList } from '../api/routes.ts';
import { SCOPE_NAMES, SCOPES } from '../api/scope.ts';
import { code, markdownTable } from './markdown-table.ts';

export const apiTables = {
  routes: () => routeTable(routeList),
  'hub-routes': () => routeTable(hubRoutes),
  scopes,
  'request-problems': requestProblems,
};

function routeTable(routes: readonly Route[]): string {
  const rows = routes.map((route) => [
    code(`${route.method} ${route.path.replaceAll('*}', '}')}`),
    route.summary,
    takes(route),
    route.scope ?? '',
  ]);
  return markdownTable(['route', 'what it gives', 'takes', 'scope'], rows);
}

function scopes(): string {
  return markdownTable(
    ['scope', 'what it allows'],
    SCOPE_NAMES.map((name) => [code(name), SCOPES[name]]),
  );
}

const takes = ({ query, body, streaming }: Route): string =>
  [...Object.keys(query?.properties ?? {}).map(code), ...(body || streaming ? ['a body'] : [])].join(' ');

function requestProblems(): string {
  const rows = Object.entries(REQUEST_PROBLEMS).map(([name, { status, title, action }]) => [
    code(name),
    String(status),
    title,
    action,
  ]);
  return markdownTable(['code', 'status', 'what happened', 'what to do'], rows);
}
