/** The tables in docs/ that come from the lists of this package, by the name of their marker. */
import { FEATURES, PROBLEM_KINDS } from '../adapters/contract.ts';
import { adapters } from '../adapters/index.ts';
import type { Format } from '../formats/contract.ts';
import { formats as formatList } from '../formats/index.ts';
import { apiTables } from './api-tables.ts';
import { fieldTables } from './field-tables.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Other packages keep a record of the same shape for theirs. */
export type Tables = Readonly<Record<string, () => string>>;

export const tables: Tables = {
  supported,
  agents,
  coverage,
  problems,
  formats,
  'format-options': formatOptions,
  ...fieldTables(),
  ...apiTables,
};

const EVIDENCE = {
  recorded: 'recorded from the agent',
  found: 'found in the wild',
  source: 'the agent’s source',
  readers: 'unverified: other readers only',
} as const;

/** For the README: the agents in short. */
function supported(): string {
  const rows = adapters.map(({ label, versionsSeen, evidence }) => [label, versionsSeen, EVIDENCE[evidence]]);
  return markdownTable(['agent', 'versions read', 'evidence'], rows);
}

function agents(): string {
  const rows = adapters.map((adapter) => [
    `[${adapter.label}](${adapter.homepage})`,
    code(adapter.id),
    EVIDENCE[adapter.evidence],
    adapter.versionsSeen,
    adapter.keeps,
    adapter.variables.map(code).join(', '),
    adapter.retention ? `after ${adapter.retention.days} days (${code(adapter.retention.key)})` : '',
    adapter.dialects.map(({ id, live }) => code(id) + (live ? ' (live)' : '')).join(', '),
  ]);
  return markdownTable(['agent', 'id', 'evidence', 'versions read', 'keeps', 'variables', 'deletes', 'dialects'], rows);
}

/** What the golden cases of an adapter show, and by what evidence; an agent a line, so that the table grows downwards. */
function coverage(): string {
  const rows = adapters.map(({ label, coverage: shown }) => [
    label,
    ...FEATURES.map((feature) => CELLS[shown[feature] ?? 'none']),
  ]);
  return markdownTable(['', ...FEATURES.map((feature) => feature.replaceAll('-', ' '))], rows);
}

const CELLS = { recorded: 'recorded', found: 'found', source: 'source', readers: 'unverified', none: '–' } as const;

function problems(): string {
  return markdownTable(
    ['kind', 'what happened'],
    Object.entries(PROBLEM_KINDS).map(([kind, meaning]) => [code(kind), meaning]),
  );
}

/** Every format, and which way it goes. */
function formats(): string {
  const rows = formatList.map((format) => [
    code(format.id),
    format.description,
    format.layout === 'folder' ? 'folder' : code(`.${format.extension}`),
    verbsOf(format).join(', '),
    format.holds({}) === 'everything' ? 'everything' : keepsWith(format),
  ]);
  return markdownTable(['format', 'what it is', 'file', 'can be', 'keeps'], rows);
}

function verbsOf(format: Format): string[] {
  const [write, read] =
    format.layout === 'file' ? [format.write, format.read] : [format.writeFolder, format.readFolder];
  return [...(write ? ['written'] : []), ...(read ? ['read'] : [])];
}

/** An option that makes it keep everything, if there is one. */
function keepsWith(format: Format): string {
  const option = format.options.find(
    ({ kind, name }) => kind === 'flag' && format.holds({ [name]: true }) === 'everything',
  );
  return option ? `everything with ${code(option.name)}` : 'a part';
}

function formatOptions(): string {
  const rows = formatList.flatMap((format) =>
    format.options.map(({ name, values, default: value, description }) => [
      code(format.id),
      code(name),
      values ? values.map(code).join(', ') : code(String(value)),
      description,
    ]),
  );
  return markdownTable(['format', 'option', 'default, or values', 'what it does'], rows);
}
