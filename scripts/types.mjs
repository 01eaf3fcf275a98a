/** `npm run types`: checks the types of everything. The page and what is generated have projects of their own. */
import { show, tool } from './lib/run.mjs';

const PROJECTS = ['.', 'packages/core/page', 'packages/core/kernels', 'packages/web'];
const results = PROJECTS.map((project) =>
  show(process.execPath, [tool('typescript-native', 'bin', 'tsc'), '-p', project], process.env),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
