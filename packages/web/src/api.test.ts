/** What the page's code may not do, whoever writes it: talk past the client, or turn words of a session into markup. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildPage } from '../../../scripts/lib/build-page.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^testing/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }));

const namesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

it('talks to the server through one client', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(
    namesWith(/(?<![#\w])(fetch|sendBeacon|importScripts)\(|\bnew (EventSource|WebSocket|XMLHttpRequest|Worker)\b/),
  ).toEqual([]);
  expect(namesWith(/\bcreateClient\b/)).toEqual(['api.ts']);
});

it('never sets markup', () => {
  expect(
    namesWith(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|\bdocument\.write\b|\beval\(/),
  ).toEqual([]);
});

it('is built without anything that a strict content policy refuses', async () => {
  const { files } = await buildPage();
  const html = files['page/index.html'] ?? '';
  expect(html).toContain('<div id="app">');
  expect(html.match(/<script(?![^>]*\bsrc="\/assets\/)[^>]*>|<style|\bstyle=|\bon\w+=/g)).toBeNull();
  expect([...html.matchAll(/\b(?:src|href)="([^"]+)"/g)].every(([, address]) => address?.startsWith('/assets/'))).toBe(
    true,
  );
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith('.css')) expect(text).not.toMatch(/@import|url\(\s*["']?(https?:|\/\/|data:)/);
  }
});
