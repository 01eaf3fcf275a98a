/** Views are kept by name, for as long as the archive is there; those of a file that was damaged are not lost. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const file = () => join(server.archive.home, 'views.json');
const change = (method: string, name: string, address?: string) =>
  server.fetch(`/v1/views/${encodeURIComponent(name)}`, {
    method,
    ...(address !== undefined && {
      body: JSON.stringify({ address }),
      headers: { 'content-type': 'application/json' },
    }),
  });

beforeEach(() => {
  rmSync(file(), { force: true });
  for (const { name } of server.archive.views.list()) server.archive.views.remove(name);
});

describe('views', () => {
  it('are kept under their names, replaced and taken away', async () => {
    await change('PUT', 'failures of mine', '/?q=is%3Aerror&sort=longest');
    await change('PUT', 'Ähnliches/50%', '/search?q=rounding');
    await change('PUT', 'failures of mine', '/?q=is%3Aerror');
    expect(await server.json('/v1/views')).toEqual({
      views: [
        { name: 'failures of mine', address: '/?q=is%3Aerror' },
        { name: 'Ähnliches/50%', address: '/search?q=rounding' },
      ],
    });
    expect((await change('DELETE', 'Ähnliches/50%')).status).toBe(200);
    expect((await server.json('/v1/views')).views).toHaveLength(1);
    expect(server.archive.views.list()).toHaveLength(1);
  });

  it('of a file, where they lay before, are moved, and what is there already stays', async () => {
    await change('PUT', 'mine', '/?q=new');
    const views = [
      { name: 'mine', address: '/?q=old' },
      { name: 'other', address: '/stats' },
    ];
    writeFileSync(file(), JSON.stringify({ views }));
    expect(await server.json('/v1/views')).toEqual({ views: [{ name: 'mine', address: '/?q=new' }, views[1]] });
    expect(existsSync(file())).toBe(false);
  });

  it.each(['https://example.org/', '//example.org', 'javascript:alert(1)', '/s/abc', '/v1/sessions', ''])(
    'lead to lists of the page only: %j',
    async (address) => {
      expect((await change('PUT', 'elsewhere', address)).status).toBe(400);
      expect((await server.json('/v1/views')).views).toEqual([]);
    },
  );

  it.each(['{', '[]', 'null', '{"views":[{"name":1,"address":"/"}]}', '{"views":[{"name":"x","address":"//x"}]}'])(
    'in a file that was damaged are left as they are: %s',
    async (text) => {
      writeFileSync(file(), text);
      const answers = [await server.fetch('/v1/views'), await change('PUT', 'new', '/')];
      for (const answer of answers) {
        expect(((await answer.json()) as { code: string }).code).toBe('archive-unusable');
      }
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );

  it('are not without end', async () => {
    server.archive.views.add(Array.from({ length: 200 }, (_, n) => ({ name: `view ${n}`, address: '/' })));
    expect((await change('PUT', 'one more', '/')).status).toBe(400);
    expect((await change('PUT', 'view 7', '/?q=x')).status).toBe(200);
  });
});
