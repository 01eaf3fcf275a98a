/** Arguments of a command, read by its declaration. A thin layer over Node's parser that says what is wrong. */
import { parseArgs } from 'node:util';
import { Failure } from '@hansard/core/failure.ts';
import { type CommandShape, GLOBAL_OPTIONS, type OptionSpec } from './command-shape.ts';
import { suggestion } from './did-you-mean.ts';

/** What the user gave; names are those of the declaration. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: ReadonlyMap<string, string | true>;
  readonly #repeated: ReadonlyMap<string, readonly string[]>;

  constructor(
    positionals: readonly string[],
    values: ReadonlyMap<string, string | true>,
    repeated: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {
    this.positionals = positionals;
    this.#values = values;
    this.#repeated = repeated;
  }

  flag(name: string): boolean {
    return this.#values.get(name) === true;
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** Of an option that may be given several times. */
  texts(name: string): readonly string[] {
    return this.#repeated.get(name) ?? [];
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : Number(value);
  }
}

export function parseArguments(spec: CommandShape, argv: readonly string[]): Arguments {
  const options = [...spec.options, ...GLOBAL_OPTIONS];
  const words = spec.arguments.some(({ minus }) => minus) ? minusWords(argv, options) : new Map<string, string>();
  const { tokens } = parseArgs({
    args: argv.map((word, i) => (words.has(placeOf(i)) ? placeOf(i) : word)),
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(options.flatMap(parsedNames)),
  });
  const positionals: string[] = [];
  const values = new Map<string, string | true>();
  const repeated = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(words.get(token.value) ?? token.value);
    if (token.kind !== 'option') continue;
    const option =
      options.find(({ name, also }) => name === token.name || also === token.name) ??
      unknownOption(token.rawName, spec, options);
    const value = token.value === undefined ? undefined : (words.get(token.value) ?? token.value);
    const isForgotten = !token.inlineValue && isOptionWord(value, options);
    const checked = checkedValue(option, token.rawName, isForgotten ? undefined : value);
    if (option.repeats) repeated.set(option.name, [...(repeated.get(option.name) ?? []), String(checked)]);
    else checkOnce(option, token.rawName, values.get(option.name), checked);
    values.set(option.name, checked);
  }
  const ordered = actionSecond(spec, positionals);
  if (!values.has('help') && !values.has('version')) checkPositionals(spec, ordered);
  return new Arguments(ordered, values, repeated);
}

/** `tag add 1 review` means `tag 1 add review`, and `tag list` names no session: both orders are common elsewhere. */
function actionSecond(spec: CommandShape, given: readonly string[]): readonly string[] {
  const [first, second, ...rest] = given;
  const actions = spec.arguments[1]?.choices ?? [];
  if (first === undefined || spec.arguments[0]?.choices || !actions.includes(first)) return given;
  if (second === undefined) return spec.arguments[0]?.optional && first === 'list' ? [] : given;
  return actions.includes(second) ? given : [second, first, ...rest];
}

function parsedNames({ name, short, also, value }: OptionSpec) {
  const type = value ? ('string' as const) : ('boolean' as const);
  return [[name, { type, ...(short && { short }) }] as const, ...(also ? [[also, { type }] as const] : [])];
}

/** Node's parser takes `-word` for options of one letter each: such words are kept from it, by their places. */
function minusWords(argv: readonly string[], options: readonly OptionSpec[]): Map<string, string> {
  const isOption = (word: string) =>
    options.some(({ short, integer }) => short && (word === `-${short}` || (integer && isNumberBehind(word, short))));
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return new Map(
    argv.flatMap((word, i) => (i < end && /^-[^-]/.test(word) && !isOption(word) ? [[placeOf(i), word]] : [])),
  );
}

/** `--project --json` is a slip; `--project=--json` is meant. */
const isOptionWord = (word: string | undefined, options: readonly OptionSpec[]): boolean =>
  options.some(({ name, short, also }) =>
    [`--${name}`, short && `-${short}`, also && `--${also}`].some((known) => known !== undefined && word === known),
  );

const placeOf = (index: number): string => `\0${index}`;
const isNumberBehind = (word: string, short: string): boolean =>
  word.startsWith(`-${short}`) && /^\d+$/.test(word.slice(2));

function unknownOption(rawName: string, spec: CommandShape, options: readonly OptionSpec[]): never {
  const hint = suggestion(
    rawName.replace(/^-+/, ''),
    options.map(({ name }) => name),
    '--',
  );
  throw new Failure('bad-argument', `${spec.name} has no option ${rawName}.${hint}`, { remedy: helpRemedy(spec) });
}

function checkedValue(option: OptionSpec, rawName: string, value: string | undefined): string | true {
  if (!option.value) {
    if (value !== undefined) throw new Failure('bad-argument', `${rawName} takes no value.`);
    return true;
  }
  if (!value) throw new Failure('bad-argument', `${rawName} needs a value: ${rawName} ${option.value}.`);
  if (option.choices && !option.choices.includes(value)) {
    const hint = suggestion(value, option.choices);
    throw new Failure('bad-argument', `${rawName} is one of ${option.choices.join(', ')}, not "${value}".${hint}`);
  }
  if (option.integer && !/^[1-9]\d{0,8}$/.test(value)) {
    throw new Failure('bad-argument', `${rawName} is a whole number from 1, not "${value}".`);
  }
  return value;
}

/** Options of every command may stand in an alias, and be given again behind it. */
function checkOnce(option: OptionSpec, rawName: string, before: string | true | undefined, value: string | true): void {
  if (before === undefined || before === value || GLOBAL_OPTIONS.includes(option)) return;
  throw new Failure('bad-argument', `${rawName} was given twice, with "${before}" and "${value}"; it takes one.`);
}

function checkPositionals(spec: CommandShape, given: readonly string[]): void {
  const remedy = helpRemedy(spec);
  for (const [i, argument] of spec.arguments.entries()) {
    const value = given[i];
    if (value === undefined) {
      if (argument.optional) return;
      throw new Failure('bad-argument', `${spec.name} needs ${argument.name}: ${argument.description}`, { remedy });
    }
    // An unset variable in a script, not a wish to read the current folder.
    if (argument.completes === 'file' && value === '') {
      throw new Failure('bad-argument', `${argument.name} is empty.`, { remedy });
    }
    if (argument.choices && !argument.choices.includes(value)) {
      const hint = suggestion(value, argument.choices);
      const message = `${argument.name} is one of ${argument.choices.join(', ')}, not "${value}".${hint}`;
      throw new Failure('bad-argument', message, { remedy });
    }
  }
  const extra = given[spec.arguments.length];
  if (extra === undefined || spec.arguments.at(-1)?.repeats) return;
  const takes = given.length === 1 ? `takes no arguments, but "${extra}" was given` : `does not take "${extra}" too`;
  throw new Failure('bad-argument', `${spec.name} ${takes}.`, { remedy });
}

const helpRemedy = (spec: CommandShape) => `Run \`hansard ${spec.name} --help\` to see what it takes.`;
