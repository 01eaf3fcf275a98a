import { expect, it } from 'vitest';
import { loadSqlite } from './sqlite-module.ts';

it('loads without a warning of its own and leaves other warnings alone', async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on('warning', listen);
  expect(await loadSqlite()).toBeTypeOf('function');
  process.emitWarning('another one', 'ExperimentalWarning');
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('warning', listen);
  expect(warnings).toEqual(['another one']);
});
