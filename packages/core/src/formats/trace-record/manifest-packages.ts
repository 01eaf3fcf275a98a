/** Packages that a manifest names: of a file that the agent read or wrote, whole or in part. */
import { isObject, stringOf } from '../../reading/native-values.ts';
import type { Event, Tool } from '../../transcript.ts';

type Reader = (text: string) => string[];

/** By the name of the file. */
const MANIFESTS: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/, fromPackageJson],
  [/^composer\.json$/, fromComposerJson],
  [/^requirements[\w.-]*\.txt$/, fromRequirements],
  [/^Cargo\.toml$/, (text) => tableKeys(text, /^(?:.*\.)?(?:dev-|build-)?dependencies$/)],
  [/^pyproject\.toml$/, fromPyproject],
  [/^Pipfile$/, (text) => tableKeys(text, /^(?:dev-)?packages$/)],
  [/^go\.mod$/, (text) => matches(text, /^\s*(?:require\s+)?([a-z0-9.-]+\.[a-z]{2,}\/[\w./-]+)\s+v\d/gm)],
  [/^Gemfile$/, (text) => matches(text, /^\s*gem\s+["']([\w-]+)["']/gm)],
];

/** Longer files are no manifests that people write. */
const LONGEST = 512 * 1024;

/** What a call writes into a manifest. */
export function writtenPackages({ tool }: Event): string[] {
  const reader = tool && (tool.kind === 'write' || tool.kind === 'edit') ? readerOf(tool) : undefined;
  const input = tool?.input;
  if (!reader || !isObject(input)) return [];
  const texts = ['content', 'new_string', 'newString', 'new_str', 'file_text', 'text'].map((field) =>
    stringOf(input[field]),
  );
  return texts.flatMap((text) => (text === undefined || text.length > LONGEST ? [] : reader(text)));
}

/** What the result of a call shows of a manifest. Agents number the lines that they show. */
export function readPackages(call: Tool | undefined, output: string): string[] {
  const reader = call?.kind === 'read' ? readerOf(call) : undefined;
  if (!reader || output.length > LONGEST) return [];
  return reader(output.replaceAll(/^\s*\d+(?:→|\t|:\s)/gm, ''));
}

export function namesManifest(tool: Tool | undefined): boolean {
  return tool !== undefined && readerOf(tool) !== undefined;
}

function readerOf({ input }: Tool): Reader | undefined {
  if (!isObject(input)) return undefined;
  const path = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file'].map((field) => stringOf(input[field]));
  const name =
    path
      .find((one) => one !== undefined)
      ?.split(/[\\/]/)
      .at(-1) ?? '';
  return MANIFESTS.find(([pattern]) => pattern.test(name))?.[1];
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** An edit holds only a part of the file: the lines of its lists look like `"name": "^1.0.0"`. */
function fromPackageJson(text: string): string[] {
  const document = parsed(text);
  if (isObject(document)) return FIELDS.flatMap((field) => namesIn(document[field]));
  return matches(text, /"((?:@[\w.-]+\/)?[\w.-]+)"\s*:\s*"(?:[~^<>=]*\s*\d|workspace:|npm:|latest|\*)/g).filter(
    (name) => name !== 'version' && name !== 'node' && name !== 'npm',
  );
}

function fromComposerJson(text: string): string[] {
  const document = parsed(text);
  if (!isObject(document)) return [];
  return ['require', 'require-dev'].flatMap((field) => namesIn(document[field])).filter((name) => name.includes('/'));
}

const namesIn = (list: unknown): string[] => (isObject(list) ? Object.keys(list) : []);

const REQUIREMENT = /^\s*([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>~!;@].*)?$/;

function fromRequirements(text: string): string[] {
  return text.split('\n').flatMap((line) => REQUIREMENT.exec(line.replace(/\s#.*$/, ''))?.[1] ?? []);
}

/** Lists of PEP 621, and the tables of Poetry. */
function fromPyproject(text: string): string[] {
  const lists = [...text.matchAll(/^\s*(?:dependencies|[\w-]+)\s*=\s*\[([^\]]*)\]/gm)].flatMap(([whole, list = '']) =>
    /^\s*(?:dependencies|dev|test|docs)\b/.test(whole) ? matches(list, /["']([A-Za-z][\w.-]*)[^"']*["']/g) : [],
  );
  const tables = tableKeys(text, /poetry.*dependencies$/).filter((name) => name !== 'python');
  return [...lists, ...tables];
}

/** Names at the beginning of lines in the tables of a TOML file that are called so. */
function tableKeys(text: string, table: RegExp): string[] {
  let inside = false;
  return text.split('\n').flatMap((line) => {
    const [, heading] = /^\s*\[\[?([^\]]+)\]/.exec(line) ?? [];
    if (heading !== undefined) inside = table.test(heading.trim());
    const name = inside ? /^\s*"?([A-Za-z][\w.-]*)"?\s*(?:=|\.)/.exec(line)?.[1] : undefined;
    return name === undefined ? [] : [name.replace(/\..*$/, '')];
  });
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
