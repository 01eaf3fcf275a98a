import { expect, it } from 'vitest';
import { fileTree, relativePath } from './file-tree.ts';

const shown = (paths: string[], project: string | null) =>
  fileTree(paths, project).map(({ name, depth }) => `${'  '.repeat(depth)}${name}`);

it('shows files within the project, by folder', () => {
  const paths = [
    '/home/dev/shop/src/a/b/x.ts',
    '/home/dev/shop/src/a/b/y.ts',
    '/home/dev/shop/readme.md',
    '/etc/hosts',
  ];
  expect(shown(paths, '/home/dev/shop/')).toEqual(['/etc/', '  hosts', 'src/a/b/', '  x.ts', '  y.ts', 'readme.md']);
});

it.each([
  ['/home/dev/shop/a.ts', '/home/dev/shop', 'a.ts'],
  ['/home/dev/shopping/a.ts', '/home/dev/shop', '/home/dev/shopping/a.ts'],
  ['C:\\work\\x\\a.ts', 'C:\\work\\x', 'a.ts'],
  ['a.ts', null, 'a.ts'],
  ['src/a.ts', '/home/dev/shop', 'src/a.ts'],
])('%s in %s is %s', (path, project, expected) => {
  expect(relativePath(path, project)).toBe(expected);
});
