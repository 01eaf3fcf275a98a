/** What every route says of itself. */
import { expect, it } from 'vitest';
import { routes } from './routes.ts';
import { isScope } from './scope.ts';

it('names the scope that each route needs', () => {
  for (const { id, scope } of routes) expect([id, scope === null || isScope(scope)]).toEqual([id, true]);
  expect(routes.filter(({ scope }) => scope === null).map(({ id }) => id)).toEqual(['health', 'login']);
});

it('lets nobody change anything who may only read', () => {
  const changing = routes.filter(({ method }) => method !== 'GET');
  expect(changing.filter(({ scope }) => scope === 'read').map(({ id }) => id)).toEqual([]);
  expect(changing.length).toBeGreaterThan(7);
});

it('keeps answers of routes only that read JSON', () => {
  const kept = routes.filter(({ cache }) => cache !== 'never');
  const wrong = kept.filter(({ method, media, scope }) => method !== 'GET' || media !== 'json' || scope === null);
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(kept.length).toBeGreaterThan(10);
});

it('keeps what depends on the time for a moment, and what depends on more not at all', () => {
  const by = (cache: string) => routes.filter((route) => route.cache === cache).map(({ id }) => id);
  expect(by('moment').sort()).toEqual(['edited-files', 'numbers', 'search', 'session', 'sessions']);
  expect(by('never')).toEqual(expect.arrayContaining(['health', 'status', 'agents', 'views']));
});
