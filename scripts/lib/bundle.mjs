/**
 * Bundles one package from source into its `dist`. Workspace packages are taken from source by the
 * `hansard-source` condition, so that nothing has to be built before anything else.
 */
import { rolldown } from 'rolldown';
import { thirdPartyNotices } from './third-party-notices.mjs';
import { writeFolder } from './write-folder.mjs';

/** Has native binaries, and is only wanted where Node lacks `node:sqlite`. */
const NATIVE = '@photostructure/sqlite';

/**
 * @param {{ input: string | Record<string, string>, folder: string, external?: (string | RegExp)[],
 *   output?: import('rolldown').OutputOptions, beside?: { files: Record<string, string>, moduleIds: string[] } }} options
 *   `beside`: files of another bundle that lie in the same folder
 * @returns the names of the files
 */
export async function bundle({ input, folder, external = [], output = {}, beside }) {
  const build = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, NATIVE, ...external],
    // Some packages offer ES modules by the field `module` only; their UMD form cannot be bundled.
    resolve: { mainFields: ['module', 'main'], conditionNames: ['hansard-source', 'import', 'node', 'default'] },
    transform: { target: 'node20.19' },
    onLog: (level, log) => {
      if (level !== 'info' && level !== 'debug') throw new Error(log.message);
    },
  });
  const result = await build.generate({ format: 'esm', entryFileNames: '[name].js', ...output });
  await build.close();
  const files = Object.fromEntries(result.output.map((file) => [file.fileName, file.code ?? file.source]));
  Object.assign(files, beside?.files);
  const moduleIds = result.output.flatMap((chunk) => chunk.moduleIds ?? []);
  const notices = thirdPartyNotices([...moduleIds, ...(beside?.moduleIds ?? [])]);
  if (notices) files['THIRD-PARTY-NOTICES.txt'] = notices;
  writeFolder(folder, files);
  return Object.keys(files);
}
