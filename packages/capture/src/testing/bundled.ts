/** The package as a program gets it: bundled, for tests that start a process of their own. */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Entries by name, as paths from this folder. */
export async function bundled(input: Record<string, string>, folder: string): Promise<void> {
  const paths = Object.entries(input).map(([name, path]) => [name, fileURLToPath(new URL(path, import.meta.url))]);
  const build = await rolldown({
    input: Object.fromEntries(paths),
    platform: 'node',
    external: [/^node:/],
    resolve: { conditionNames: ['hansard-source', 'import', 'node', 'default'] },
  });
  await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' });
  await build.close();
}
