/** The receipt of a transcript: which profile, which rules, how many things went, and what went outside of events. */
import type { Privacy } from '../../transcript.ts';
import { type ContentLever, type Profile, TOOL_OUTPUTS, type ToolOutput } from '../profiles/profile.ts';
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
  return {
    profile: profile.name,
    redactionApplied: true,
    anonymizationApplied: old?.anonymizationApplied === true || anonymises(profile),
    rulesApplied: rulesApplied(old, groupsThatRan(profile, finders), run.ruleIds),
    redactionCount: run.recordCount,
    contentPolicy: stricterPolicy(old?.contentPolicy, profile.content),
    ...(records.length > 0 ? { redactions: inOrder(records) } : {}),
  };
}

type Policy = NonNullable<Privacy['contentPolicy']>;

/** What an earlier client left out is not in the document, whatever this profile would let through. */
function stricterPolicy(
  old: Policy | undefined,
  { includeFileContents, toolOutput, reasoning, images }: ContentLever,
): Policy {
  return {
    includeFileContents: includeFileContents && old?.includeFileContents !== false,
    toolOutput: stricterOutput(old?.toolOutput, toolOutput),
    reasoning: reasoning && old?.reasoning !== false,
    images: images && old?.images !== false,
  };
}

/** A word that is not known here may mean less than any other. */
function stricterOutput(old: unknown, own: ToolOutput): string {
  if (typeof old !== 'string') return own;
  const [before, now] = [TOOL_OUTPUTS.findIndex((word) => word === old), TOOL_OUTPUTS.indexOf(own)];
  return before < 0 || before > now ? old : own;
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
