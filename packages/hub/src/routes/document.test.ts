/** What a hub says of its routes is what it does. */
import { hubRoutes } from '@hansard/core/api/routes/hub.ts';
import { routes } from '@hansard/core/api/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHub } from '../testing/running-hub.ts';

type Operation = { operationId: string; security: readonly { token?: readonly string[] }[] };

let hub: TestHub;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  hub = await TestHub.open();
  const answer = await hub.ask(await hub.key('reader'), '/v1/openapi.json');
  expect(answer.json.info.title).toBe('Hansard hub');
  paths = answer.json.paths;
});
afterAll(() => hub.close());

it('documents its own routes and those of every server', () => {
  const documented = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(documented.toSorted()).toEqual([...routes, ...hubRoutes].map(({ id }) => id).toSorted());
});

it('asks for a key wherever the document says so', async () => {
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const { status } = await hub.ask('', path.replaceAll(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
      if ((status === 401) !== security.length > 0) wrong.push(`${method} ${path}: ${status}`);
    }
  }
  // It needs no key, and refuses whoever comes back from a provider without having been sent there.
  expect(wrong).toEqual(['get /sign-in/back: 401']);
});
