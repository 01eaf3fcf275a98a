/** The configuration file: JSON with comments, checked against the list of settings, with the place of each fault. */
import { readFileSync } from 'node:fs';
import { Failure } from '@hansard/core/failure.ts';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { suggestion } from '../did-you-mean.ts';
import { readSetting, type SettingKey, type SettingValues, settingOf, settings } from '../settings.ts';

export interface ConfigProblem {
  /** An unknown key is a warning; the rest of the file holds. Anything else makes the file unusable. */
  readonly kind: 'syntax' | 'unknown' | 'value';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface ConfigFile {
  readonly path: string;
  /** Undefined when there is no file. */
  readonly text?: string;
  readonly values: ReadonlyMap<SettingKey, SettingValues[SettingKey]>;
  readonly problems: readonly ConfigProblem[];
}

export function readConfigFile(path: string): ConfigFile {
  const text = fileText(path);
  if (text === undefined) return { path, values: new Map(), problems: [] };
  return { path, text, ...parseConfig(text) };
}

/** `path:line:column: message` */
export function placed(file: ConfigFile, { line, column, message }: ConfigProblem): string {
  return `${file.path}:${line}:${column}: ${message}`;
}

function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure('bad-config', `${path} cannot be read: ${(error as Error).message}`, {
      remedy: 'Check that it is a file and its permissions, or give another one with --config.',
      cause: error,
    });
  }
}

function parseConfig(text: string): Pick<ConfigFile, 'values' | 'problems'> {
  // The same as no file: people empty it to go back to the defaults.
  if (text.trim() === '') return { values: new Map(), problems: [] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const reading = new Reading(text);
  for (const { error, offset } of errors) reading.report('syntax', offset, inWords(printParseErrorCode(error)));
  if (root && root.type !== 'object') reading.report('value', root.offset, 'expected an object in braces');
  else if (root) reading.object(root, '');
  return reading;
}

class Reading {
  readonly values = new Map<SettingKey, SettingValues[SettingKey]>();
  readonly problems: ConfigProblem[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  object(node: Node, prefix: string): void {
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name && value) this.#property(prefix + String(name.value), name, value);
    }
  }

  report(kind: ConfigProblem['kind'], offset: number, message: string): void {
    const before = this.#text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    const problem = { kind, message, line: before.split('\n').length, column: offset - lineStart + 1 };
    const last = this.problems.at(-1);
    // The parser reports a brace that is missing once for each object that it would close.
    if (last?.message === message && last.line === problem.line && last.column === problem.column) return;
    this.problems.push(problem);
  }

  #property(key: string, name: Node, value: Node): void {
    const spec = String(name.value).includes('.') ? undefined : settingOf(key);
    if (spec) {
      const read = readSetting(spec, plainValue(value));
      if ('error' in read) this.report('value', value.offset, `${key}: ${read.error}`);
      else this.values.set(spec.key, read.value);
    } else if (isGroup(key)) {
      if (value.type === 'object') this.object(value, `${key}.`);
      else this.report('value', value.offset, `${key}: expected an object in braces`);
    } else this.report('unknown', name.offset, `unknown setting "${key}".${hintFor(key)}`);
  }
}

function plainValue(node: Node): unknown {
  return node.type === 'array' ? (node.children ?? []).map(plainValue) : node.value;
}

const isGroup = (key: string) => settings.some((setting) => setting.key.startsWith(`${key}.`));

/** Keys and groups both: a misspelt group is the likelier mistake. */
function hintFor(key: string): string {
  if (settingOf(key)) return ` Write it as { "${key.split('.').join('": { "')}": … } }.`;
  const known = settings.flatMap((setting) => [setting.key, setting.key.split('.')[0] as string]);
  return suggestion(key, known);
}

/** `CommaExpected` → `comma expected` */
export function inWords(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
