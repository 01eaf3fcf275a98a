/** The tables in docs/ that come from the lists of commands, settings and failures, by the name of their marker. */
import { code, markdownTable } from '@hansard/core/docs/markdown-table.ts';
import type { Tables } from '@hansard/core/docs/tables.ts';
import { FAILURES } from '@hansard/core/failure.ts';
import { BUILT_IN, type Profile, RULE_GROUPS, resolveProfile, rules } from '@hansard/core/privacy/index.ts';
import type { CommandShape, OptionSpec } from '../command-shape.ts';
import { GLOBAL_OPTIONS } from '../command-shape.ts';
import { commands } from '../commands/index.ts';
import { levers } from '../privacy/profile-options-text.ts';
import { settings } from '../settings.ts';
import { aliasLine, optionLabel, optionText, usageLine } from '../usage.ts';

export const tables: Tables = {
  commands: commandsTable,
  'command-details': () => commands.map(commandSection).join('\n\n'),
  'global-options': () => optionsTable(GLOBAL_OPTIONS),
  settings: settingsTable,
  failures: failuresTable,
  profiles: profilesTable,
  'rule-groups': ruleGroupsTable,
};

export function commandsTable(): string {
  const rows = commands.map(({ name, summary }) => [`[\`hansard ${name}\`](#${name})`, summary]);
  return markdownTable(['command', 'what it does'], rows);
}

export function settingsTable(): string {
  const rows = settings.map(({ key, type, choices, default: value, env, flag, description }) => [
    code(key),
    choices ? choices.map(code).join(', ') : { text: 'text', integer: 'whole number', list: 'list of texts' }[type],
    Array.isArray(value) ? 'none' : value === '' ? 'none' : code(String(value)),
    code(env),
    flag ? code(`--${flag}`) : '',
    description,
  ]);
  return markdownTable(['setting', 'type', 'default', 'variable', 'option', 'meaning'], rows);
}

export function failuresTable(): string {
  const rows = Object.entries(FAILURES).map(([name, { happened, remedy }]) => [code(name), happened, remedy]);
  return markdownTable(['code', 'what happened', 'what to do'], rows);
}

/** Every lever of every profile that comes with the program. */
export function profilesTable(): string {
  const profiles = Object.keys(BUILT_IN).flatMap((name) => resolveProfile(name) ?? []);
  const columns = profiles.map((profile) => new Map(levers(profile)));
  const names = levers(profiles[0] as Profile).map(([lever]) => lever);
  const rows = names.map((lever) => [
    lever in RULE_GROUPS ? code(lever) : lever,
    ...columns.map((column) => column.get(lever) ?? ''),
  ]);
  return markdownTable(['lever', ...profiles.map(({ name }) => code(name))], rows);
}

function ruleGroupsTable(): string {
  const count = (group: string) => rules.filter((rule) => rule.group === group).length;
  const rows = Object.entries(RULE_GROUPS).map(([group, what]) => [code(group), what, String(count(group) || '')]);
  return markdownTable(['group', 'what it finds', 'rules'], rows);
}

function commandSection(spec: CommandShape): string {
  const examples = spec.examples.map(({ does, line }) => `# ${does}\n${line}`).join('\n');
  return [
    `## ${spec.name}`,
    `    ${usageLine(spec)}`,
    ...(spec.aliases ? [aliasLine(spec)] : []),
    spec.description,
    ...(spec.options.length > 0 ? [optionsTable(spec.options)] : []),
    `\`\`\`sh\n${examples}\n\`\`\``,
  ].join('\n\n');
}

function optionsTable(options: readonly OptionSpec[]): string {
  return markdownTable(
    ['option', 'meaning'],
    options.map((option) => [code(optionLabel(option).trim()), optionText(option)]),
  );
}
