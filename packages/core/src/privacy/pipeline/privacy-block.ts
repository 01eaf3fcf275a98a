/** The receipt of a transcript: which profile, which rules, how many things went, and what went outside of events. */
import type { Privacy } from '../../transcript.ts';
import type { Profile } from '../profiles/profile.ts';
import { inOrder, type ReceiptRecord } from '../receipt/old-records.ts';
import { RULE_GROUPS, type RuleGroup } from '../rule.ts';
import type { Finders } from './finders.ts';
import type { Run, RunContext } from './run.ts';

export function privacyBlock(
  old: Privacy | undefined,
  run: Run,
  { profile, finders }: RunContext,
  records: readonly ReceiptRecord[],
): Privacy {
  const { includeFileContents, toolOutput, reasoning, images } = profile.content;
  return {
    profile: profile.name,
    redactionApplied: true,
    anonymizationApplied: old?.anonymizationApplied === true || anonymises(profile),
    rulesApplied: rulesApplied(old, groupsThatRan(profile, finders), run.ruleIds),
    redactionCount: run.recordCount,
    contentPolicy: { includeFileContents, toolOutput, reasoning, images },
    ...(records.length > 0 ? { redactions: inOrder(records) } : {}),
  };
}

const anonymises = ({ anonymise }: Profile): boolean =>
  anonymise.users || anonymise.hosts || anonymise.paths || anonymise.commits || anonymise.repository !== 'keep';

function groupsThatRan({ anonymise, rules }: Profile, finders: Finders): readonly RuleGroup[] {
  const ran = new Set<RuleGroup>(finders.rules.map((rule) => rule.group));
  const add = (group: RuleGroup, wanted: boolean) => wanted && rules.groups.includes(group) && ran.add(group);
  add('abs-paths', anonymise.paths);
  add('hosts', anonymise.hosts);
  add('identities', anonymise.users || anonymise.repository !== 'keep');
  add('commits', anonymise.commits);
  return (Object.keys(RULE_GROUPS) as RuleGroup[]).filter((group) => ran.has(group));
}

/** Groups that ran, then the rules that found something: every `ruleId` of the receipt is among them. */
function rulesApplied(old: Privacy | undefined, groups: readonly RuleGroup[], ruleIds: ReadonlySet<string>): string[] {
  const before = Array.isArray(old?.rulesApplied)
    ? old.rulesApplied.filter((group) => Object.hasOwn(RULE_GROUPS, group))
    : [];
  const all = new Set<string>([...groups, ...before]);
  const ordered = Object.keys(RULE_GROUPS).filter((group) => all.has(group));
  return [...ordered, ...[...ruleIds].filter((id) => !all.has(id)).sort()];
}
