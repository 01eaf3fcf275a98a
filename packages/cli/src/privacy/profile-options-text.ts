/** The levers of a profile in words, for tables and summaries. */
import { RULE_GROUPS, type RuleGroup } from '@hansard/core/privacy/index.ts';
import type { Profile } from '@hansard/core/privacy/profiles/profile.ts';

const yes = (value: boolean): string => (value ? 'yes' : 'no');
const kept = (value: boolean): string => (value ? 'kept' : 'out');
const replaced = (value: boolean): string => (value ? 'pseudonym' : 'kept');
const list = (items: readonly string[], none: string): string => (items.length > 0 ? items.join(', ') : none);

/** Every lever with its value, in the order of the documentation. */
export function levers(profile: Profile): readonly (readonly [string, string])[] {
  const { rules, anonymise, content, scope } = profile;
  const groups = Object.keys(RULE_GROUPS) as RuleGroup[];
  return [
    ...groups.map((group) => [group, kept(!runs(group, profile))] as const),
    ['confidence', rules.confidence === 'high' ? 'only what is certain' : 'all rules'],
    ['users', replaced(anonymise.users)],
    ['machines', replaced(anonymise.hosts)],
    ['project folders', replaced(anonymise.paths)],
    ['repository', { keep: 'kept', pseudonym: 'pseudonym', omit: 'left out' }[anonymise.repository]],
    ['commits named', replaced(anonymise.commits)],
    ['tool output', toolOutput(profile)],
    ['file contents', kept(content.includeFileContents)],
    ['reasoning', kept(content.reasoning)],
    ['images', kept(content.images)],
    ['only projects', list(scope.onlyProjects, 'all')],
    ['except projects', list(scope.exceptProjects, 'none')],
    ['events left out', list(scope.exceptEvents, 'none')],
    ['identity linked', yes(profile.identityLinked)],
    ['local files only', yes(profile.local)],
  ];
}

/** Rules about names find nothing where the names are kept. */
function runs(group: RuleGroup, { rules, anonymise }: Profile): boolean {
  if (!rules.groups.includes(group)) return false;
  if (group === 'commits') return anonymise.commits;
  if (group === 'hosts') return anonymise.hosts;
  if (group === 'identities') return anonymise.users || anonymise.repository !== 'keep';
  return group !== 'abs-paths' || anonymise.paths || anonymise.users;
}

function toolOutput({ content }: Profile): string {
  if (content.toolOutput === 'truncated') return `first ${content.head}, last ${content.tail}`;
  return content.toolOutput;
}
