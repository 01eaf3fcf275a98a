/**
 * What can open a connection without an import: only the client does. Import rules cannot see these, nor modules that are
 * asked of the process.
 */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readText, repositoryFiles } from '../testing/repository.ts';

const CONNECTS = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'RTCPeerConnection']);
/** Names of fields that do the same, or hand out modules past the import rules, whatever they are fields of. */
const FIELDS = new Set(['sendBeacon', 'getBuiltinModule', 'binding', 'createRequire']);
const GLOBALS = new Set(['globalThis', 'window', 'self', 'global']);
/** Those that may connect. The page asks the server through the client; `own-fetch` hands the program's own on to it. */
const ALLOWED =
  /^packages\/(client\/src\/connection\.ts|hub\/src\/|live\/src\/holder\/|capture\/src\/(proxy|fetch\/own-fetch\.ts))/;
/** Those that ask for the database and for buffers, where Node has them. */
const ASKS_FOR_MODULES = [
  'packages/archive/src/host/sqlite-module.ts: createRequire',
  'packages/archive/src/host/sqlite-module.ts: createRequire',
  'packages/archive/src/host/sqlite-module.ts: getBuiltinModule',
  'packages/core/src/reading/decode-text.ts: getBuiltinModule',
  'packages/core/src/reading/decode-text.ts: getBuiltinModule',
];
const SHIPPED = /^packages\/[^/]+\/(src|page)\/.*\.tsx?$/;
const TEST = /\.test\.tsx?$|^packages\/[^/]+\/src\/(testing|corpus)\/|\/fixtures\/|\.gen\.ts$/;

it('is used by the client alone', () => {
  const files = repositoryFiles().filter((path) => SHIPPED.test(path) && !TEST.test(path) && !ALLOWED.test(path));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => connectionsIn(readText(path)).map((name) => `${path}: ${name}`));
  expect(found.sort()).toEqual(ASKS_FOR_MODULES);
  expect(connectionsIn(readText('packages/client/src/connection.ts'))).toContain('fetch');
});

it.each([
  ["await fetch('https://example.org')", 'fetch'],
  ['const get = globalThis.fetch;', 'fetch'],
  ["window['fetch'](url)", 'fetch'],
  ['const { fetch } = globalThis;', 'fetch'],
  ['const { fetch: get } = window;', 'fetch'],
  ['export const ask = { fetch };', 'fetch'],
  ['const get = fetch;', 'fetch'],
  ['ask(fetch)', 'fetch'],
  ['new WebSocket(url)', 'WebSocket'],
  ['new self.EventSource(url)', 'EventSource'],
  ['navigator.sendBeacon(url, data)', 'sendBeacon'],
  ["process.getBuiltinModule('node:net')", 'getBuiltinModule'],
  ["import { createRequire } from 'node:module';", 'createRequire'],
])('finds %s', (text, name) => {
  expect(connectionsIn(text)).toContain(name);
});

it.each([
  'class Store { #fetch() {} load() { this.#fetch(); } }',
  'interface Options { readonly fetch?: () => void }',
  'options.fetch(url)',
  "import type { EventSource } from './source.ts';\nlet events: EventSource;",
  '// fetch(url)',
  "const text = 'fetch(url)';",
])('has nothing against %s', (text) => {
  expect(connectionsIn(text)).toEqual([]);
});

function connectionsIn(text: string): string[] {
  if (![...CONNECTS, ...FIELDS].some((name) => text.includes(name))) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameIn(node);
    if (name !== undefined) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function nameIn(node: ts.Node): string | undefined {
  const name = ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : undefined;
  if (name === undefined) return undefined;
  if (FIELDS.has(name) && ts.isIdentifier(node)) return name;
  return CONNECTS.has(name) && meansTheGlobal(node) ? name : undefined;
}

function meansTheGlobal(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return isGlobal(parent.expression);
  if (ts.isElementAccessExpression(parent)) return isGlobal(parent.expression);
  if (ts.isBindingElement(parent)) return isFromGlobal(parent);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return ts.isIdentifier(node);
  return ts.isShorthandPropertyAssignment(parent) || (parent as { initializer?: ts.Node }).initializer === node;
}

const isGlobal = (node: ts.Node): boolean => ts.isIdentifier(node) && GLOBALS.has(node.text);

function isFromGlobal(element: ts.BindingElement): boolean {
  const { parent } = element.parent;
  return ts.isVariableDeclaration(parent) && parent.initializer !== undefined && isGlobal(parent.initializer);
}
