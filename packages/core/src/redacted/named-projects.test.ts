import { expect, it } from 'vitest';
import { hasWholeName } from './named-projects.ts';

it.each([
  ['/home/jo/work/api', 'api'],
  ['/home/jo/work/api', 'work/api/'],
  ['/home/jo/work/api', '/home/jo/work/API'],
  ['C:\\Users\\jo\\api', 'jo/api'],
])('%s has the whole name %s', (path, name) => expect(hasWholeName(path, name)).toBe(true));

it.each([
  ['/home/jo/work/api', 'ap'],
  ['/home/jo/work/api', 'rk/api'],
  ['/home/jo/work/api-two', 'api'],
  ['/home/jo/work/api', '/'],
  ['/home/jo/work/api', ''],
])('%s has no whole name %j', (path, name) => expect(hasWholeName(path, name)).toBe(false));
