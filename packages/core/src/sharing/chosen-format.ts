/** The format that the user names with `--to`, and its options as `--with` gives them: `raw,indent=2`. */
import { suggestion } from '../did-you-mean.ts';
import { Failure } from '../failure.ts';
import type { Format, FormatOption, OptionValues } from '../formats/contract.ts';
import { formatOf, formats } from '../formats/index.ts';

export function formatNamed(id: string): Format {
  const format = formatOf(id);
  const writes = format && (format.layout === 'file' ? format.write : format.writeFolder);
  if (format && writes) return format;
  const ids = formats.map((known) => known.id);
  throw new Failure('bad-argument', `There is no format "${id}" to write.${suggestion(id, ids)}`, {
    remedy: `The formats are ${ids.join(', ')}.`,
  });
}

export function formatOptions(format: Format, given: string | undefined): OptionValues {
  const values: Record<string, string | number | boolean> = {};
  for (const item of (given ?? '').split(',').filter(Boolean)) {
    const [name = '', ...rest] = item.split('=');
    const option = format.options.find((known) => known.name === name.trim());
    if (!option) throw unknownOption(format, name.trim());
    values[option.name] = optionValue(option, rest.length === 0 ? undefined : rest.join('=').trim());
  }
  return values;
}

/** How hard output is packed: a third of the time of the highest for three hundredths more bytes. */
export const DEFLATE_LEVEL = 4;

function optionValue(option: FormatOption, text: string | undefined): string | number | boolean {
  if (option.kind === 'flag') {
    if (text === undefined || text === 'true') return true;
    if (text === 'false') return false;
  } else if (text !== undefined && text !== '') {
    if (option.kind === 'number' && /^\d{1,9}$/.test(text)) return Number(text);
    if (option.kind === 'text' && (option.values?.includes(text) ?? true)) return text;
  }
  throw new Failure('bad-argument', `--with ${option.name} is ${wanted(option)}.`);
}

function wanted({ kind, values }: FormatOption): string {
  if (kind === 'flag') return 'true or false';
  if (kind === 'number') return 'a whole number';
  return values ? `one of ${values.join(', ')}` : 'a text';
}

function unknownOption(format: Format, name: string): Failure {
  const names = format.options.map((option) => option.name);
  const known = format.options.map((option) => `${option.name} (${option.description})`);
  return new Failure('bad-argument', `The format ${format.id} has no option "${name}".${suggestion(name, names)}`, {
    remedy: names.length > 0 ? `It has: ${known.join('; ')}.` : 'It has none.',
  });
}
