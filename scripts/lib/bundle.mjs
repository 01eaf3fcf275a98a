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
 *   output?: import('rolldown').OutputOptions, ascii?: boolean,
 *   beside?: { files: Record<string, string>, moduleIds: string[] } }} options
 *   `ascii`: code without any other characters; `beside`: files of another bundle that lie in the same folder
 * @returns the names of the files
 */
export async function bundle({ input, folder, external = [], output = {}, ascii = false, beside }) {
  const build = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, NATIVE, ...external],
    // Some packages offer ES modules by the field `module` only; their UMD form cannot be bundled. The conditions `import` and
    // `require` come by themselves, each where the other package is asked for in that way.
    resolve: { mainFields: ['module', 'main'], conditionNames: ['hansard-source', 'node', 'default'] },
    transform: { target: 'node20.19' },
    onLog: (level, log) => {
      if (level !== 'info' && level !== 'debug') throw new Error(log.message);
    },
  });
  const result = await build.generate({ format: 'esm', entryFileNames: '[name].js', ...output });
  await build.close();
  const codeOf = ({ code }) => (ascii ? withEscapes(code) : code);
  const files = Object.fromEntries(
    result.output.map((file) => [file.fileName, file.type === 'chunk' ? codeOf(file) : file.source]),
  );
  Object.assign(files, beside?.files);
  const moduleIds = result.output.flatMap((chunk) => chunk.moduleIds ?? []);
  const notices = thirdPartyNotices([...moduleIds, ...(beside?.moduleIds ?? [])]);
  if (notices) files['THIRD-PARTY-NOTICES.txt'] = notices;
  writeFolder(folder, files);
  return Object.keys(files);
}

/**
 * One character beyond Latin-1, and Node keeps two bytes for every character of the file. Where a template is read raw,
 * the escape would be read instead of the character.
 */
function withEscapes(code) {
  const raw = code.split('\n').find((line) => line.includes('String.raw`') && BEYOND_ASCII.test(line));
  if (raw) throw new Error(`String.raw with a character that is not ASCII: ${raw}`);
  return code.replace(
    new RegExp(BEYOND_ASCII, 'g'),
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const BEYOND_ASCII = /[^\0-\x7f]/;
