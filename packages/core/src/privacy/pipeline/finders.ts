/** The finders that a profile asks for, compiled once and used for every transcript. */
import {
  COMMITS_IN_TEXT,
  HOSTS_IN_TEXT,
  HOSTS_OF_NETWORK,
  NAMES_IN_TEXT,
  REMOTES_IN_TEXT,
} from '../anonymise/name-rules.ts';
import type { Finder, Owner } from '../matching/finder.ts';
import type { Finding } from '../matching/finding.ts';
import { PlainScan } from '../matching/plain-scan.ts';
import type { Profile } from '../profiles/profile.ts';
import { likeOthers, type Rule } from '../rule.ts';

export interface Finders {
  /** All rules of the profile: for content. */
  readonly content: Finder;
  /** Secrets alone: for what is inside base64. */
  readonly secrets: Finder;
  /** Secrets that leave no doubt: for labels and references. */
  readonly certain: Finder;
  /** All rules that run, in the order in which they name what several find. */
  readonly rules: readonly Rule[];
}

export type Allow = (value: string) => boolean;

export function findersOf(profile: Profile, catalogue: readonly Rule[], own: readonly Rule[], allow: Allow): Finders {
  const rules = [...rulesOf(profile, [...own, ...catalogue]), ...nameRulesOf(profile)].map(likeOthers);
  const secrets = rules.filter((rule) => rule.type === 'secret');
  const certain = secrets.filter((rule) => rule.confidence === 'high');
  const finder = (list: readonly Rule[]) => new AllowingFinder(new PlainScan(list), allow);
  return { content: finder(rules), secrets: finder(secrets), certain: finder(certain), rules };
}

/** Which rules of a list a profile runs. Rules about names run when the names are replaced. */
export function rulesOf({ rules, anonymise }: Profile, list: readonly Rule[]): readonly Rule[] {
  return list.filter((rule) => {
    if (rule.pseudonym === 'user' && !anonymise.users) return false;
    if (rule.pseudonym === 'host' && !anonymise.hosts) return false;
    return rules.groups.includes(rule.group) && (rules.confidence === 'medium' || rule.confidence === 'high');
  });
}

function nameRulesOf({ rules, anonymise }: Profile): readonly Rule[] {
  const wanted = [
    ...(anonymise.users ? NAMES_IN_TEXT : []),
    ...(anonymise.hosts ? [...HOSTS_IN_TEXT, ...HOSTS_OF_NETWORK] : []),
    ...(anonymise.repository === 'keep' ? [] : REMOTES_IN_TEXT),
    ...(anonymise.commits ? COMMITS_IN_TEXT : []),
  ];
  return wanted.filter((rule) => rules.groups.includes(rule.group));
}

/** Leaves out what the user said is no secret. */
class AllowingFinder implements Finder {
  private readonly finder: Finder;
  private readonly allow: Allow;

  constructor(finder: Finder, allow: Allow) {
    this.finder = finder;
    this.allow = allow;
  }

  isNamed(name: string): boolean {
    return this.finder.isNamed?.(name) === true;
  }

  run(text: string, found: Finding[], owner?: Owner): void {
    const before = found.length;
    this.finder.run(text, found, owner);
    this.leaveOut(found, before);
  }

  runField(name: string, text: string, found: Finding[]): void {
    const before = found.length;
    this.finder.runField?.(name, text, found);
    this.leaveOut(found, before);
  }

  private leaveOut(found: Finding[], from: number): void {
    for (let i = found.length - 1; i >= from; i--) if (this.allow(found[i]!.value)) found.splice(i, 1);
  }
}
