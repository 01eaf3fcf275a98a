/** The tables in docs/ that come from the lists of this package, by the name of their marker. */
import { FEATURES, PROBLEM_KINDS } from '../adapters/contract.ts';
import { adapters } from '../adapters/index.ts';
import { fieldTables } from './field-tables.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Other packages keep a record of the same shape for theirs. */
export type Tables = Readonly<Record<string, () => string>>;

export const tables: Tables = { supported, agents, coverage, problems, ...fieldTables() };

const EVIDENCE = {
  recorded: 'recorded from the agent',
  found: 'found in the wild',
  fixture: 'fixtures only',
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

/** What the golden cases of an adapter show. */
function coverage(): string {
  const rows = FEATURES.map((feature) => [
    feature.replaceAll('-', ' '),
    ...adapters.map((adapter) => (adapter.coverage.includes(feature) ? 'yes' : '–')),
  ]);
  return markdownTable(['', ...adapters.map(({ label }) => label)], rows);
}

function problems(): string {
  return markdownTable(
    ['kind', 'what happened'],
    Object.entries(PROBLEM_KINDS).map(([kind, meaning]) => [code(kind), meaning]),
  );
}
