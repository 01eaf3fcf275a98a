/** What needs neither a build nor a test: format and lint, types, import rules. */
import { show, tool } from './run.mjs';

const node = process.execPath;

export const lint = (env) => show(node, [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'], env);
export const types = (env) => show(node, ['scripts/types.mjs'], env);
export const imports = (env) =>
  show(node, [tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), 'packages'], env);
