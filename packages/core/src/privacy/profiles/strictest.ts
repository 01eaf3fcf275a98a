/**
 * Of two profiles the one that takes out what either of them does: for readers to whom two profiles apply. Each lever is
 * taken from the stricter one; where two lists of projects have nothing in common, no session is left.
 */
import { type AnonymiseLever, type ContentLever, type Profile, type ScopeLever, TOOL_OUTPUTS } from './profile.ts';

const REPOSITORY = ['keep', 'pseudonym', 'omit'] as const;
/** No folder has such a name. */
const NO_PROJECT = '\0';

/** One of the two, where it does all that the other does. */
export function strictestOf(one: Profile, other: Profile): Profile {
  const both = combined(one, other);
  return [one, other].find((profile) => doesTheSame(profile, both)) ?? both;
}

function combined(one: Profile, other: Profile): Profile {
  return {
    name: `${one.name}+${other.name}`,
    purpose: `What both ${one.name} and ${other.name} let through`,
    local: one.local && other.local,
    rules: {
      groups: union(one.rules.groups, other.rules.groups),
      confidence: one.rules.confidence === 'high' ? other.rules.confidence : one.rules.confidence,
    },
    anonymise: anonymised(one.anonymise, other.anonymise),
    content: leftOf(one.content, other.content),
    scope: scopeOf(one.scope, other.scope),
    identityLinked: one.identityLinked && other.identityLinked,
  };
}

function anonymised(one: AnonymiseLever, other: AnonymiseLever): AnonymiseLever {
  return {
    users: one.users || other.users,
    hosts: one.hosts || other.hosts,
    paths: one.paths || other.paths,
    repository: later(REPOSITORY, one.repository, other.repository),
    commits: one.commits || other.commits,
  };
}

function leftOf(one: ContentLever, other: ContentLever): ContentLever {
  return {
    toolOutput: later(TOOL_OUTPUTS, one.toolOutput, other.toolOutput),
    head: Math.min(one.head, other.head),
    tail: Math.min(one.tail, other.tail),
    includeFileContents: one.includeFileContents && other.includeFileContents,
    reasoning: one.reasoning && other.reasoning,
    images: one.images && other.images,
  };
}

function scopeOf(one: ScopeLever, other: ScopeLever): ScopeLever {
  return {
    onlyProjects: inBoth(one.onlyProjects, other.onlyProjects),
    exceptProjects: union(one.exceptProjects, other.exceptProjects),
    exceptEvents: union(one.exceptEvents, other.exceptEvents),
  };
}

/** An empty list means all projects. Patterns are compared as texts: where they only overlap, less is let through. */
function inBoth(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const common = one.filter((pattern) => other.includes(pattern));
  return common.length > 0 ? common : [NO_PROJECT];
}

const union = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [...new Set([...one, ...other])];

const later = <T>(order: readonly T[], one: T, other: T): T =>
  order.indexOf(one) > order.indexOf(other) ? one : other;

const doesTheSame = (one: Profile, other: Profile): boolean => leversOf(one) === leversOf(other);

function leversOf({ local, rules, anonymise, content, scope, identityLinked }: Profile): string {
  const { groups, confidence } = rules;
  const { onlyProjects, exceptProjects, exceptEvents } = scope;
  const { users, hosts, paths, repository, commits } = anonymise;
  const { toolOutput, head, tail, includeFileContents, reasoning, images } = content;
  return JSON.stringify([
    [local, identityLinked, groups.toSorted(), confidence],
    [users, hosts, paths, repository, commits],
    [toolOutput, head, tail, includeFileContents, reasoning, images],
    [onlyProjects.toSorted(), exceptProjects.toSorted(), exceptEvents.toSorted()],
  ]);
}
