/**
 * What one transcript is known to hold: secrets that were found anywhere in it, and the names in it. The first pass
 * fills it; the second finds all of it everywhere, with or without the surroundings that gave it away.
 */

import type { MachineNames } from '../anonymise/known-names.ts';
import { KnownNames, type ReplacedValue } from '../anonymise/known-names.ts';
import type { Pseudonyms } from '../anonymise/pseudonyms.ts';
import type { Finder } from '../matching/finder.ts';
import type { Finding } from '../matching/finding.ts';
import { KnownValues } from '../matching/known-values.ts';
import { partsOf, spreadOf } from '../matching/spread.ts';
import type { Profile } from '../profiles/profile.ts';
import { isPlaceholder } from '../texts/placeholder.ts';
import type { Allow } from './finders.ts';

export class Known {
  private readonly values = new KnownValues<ReplacedValue>();
  private readonly secrets = new KnownValues<ReplacedValue>();
  private readonly allow: Allow;
  readonly names: KnownNames;
  /** Everything known: for texts. */
  readonly everywhere: Finder = new KnownFinder(this.values);
  /** Only secrets: for what is inside base64. */
  readonly onlySecrets: Finder = new KnownFinder(this.secrets);

  constructor({ anonymise }: Profile, pseudonyms: Pseudonyms, machine: MachineNames, allow: Allow) {
    this.allow = allow;
    const kinds = { ...anonymise, repository: anonymise.repository !== 'keep' };
    this.names = new KnownNames(kinds, pseudonyms, (value) => this.add(value));
    this.names.learnMachine(machine);
  }

  /** Remembers what was found, so that it is found elsewhere. */
  learn(finding: Finding): void {
    const { rule } = finding;
    if (rule.pseudonym) {
      this.names.learn(rule.pseudonym, finding.value);
      return;
    }
    for (const spread of [...spreadOf(finding), ...partsOf(finding)]) {
      if (isPlaceholder(spread.text)) continue;
      this.addSecret({ ...spread, caseless: false, rule, replacement: rule.placeholder });
    }
  }

  private addSecret(value: ReplacedValue): void {
    this.add(value);
    this.secrets.add(likeOtherValues(value));
  }

  private add(value: ReplacedValue): void {
    if (!this.allow(value.text)) this.values.add(likeOtherValues(value));
  }
}

/** With every field in its place, also where it has none: the engine is slow where objects differ. */
const likeOtherValues = (value: ReplacedValue): ReplacedValue => ({
  text: value.text,
  caseless: value.caseless,
  whole: value.whole,
  lead: value.lead,
  tail: value.tail,
  before: value.before,
  behind: value.behind,
  where: value.where,
  rule: value.rule,
  replacement: value.replacement,
});

class KnownFinder implements Finder {
  private readonly values: KnownValues<ReplacedValue>;

  constructor(values: KnownValues<ReplacedValue>) {
    this.values = values;
  }

  get isIdle(): boolean {
    return this.values.size === 0;
  }

  run(text: string, found: Finding[]): void {
    this.values.find(text, ({ rule, replacement }, start, end) => {
      found.push({ start, end, value: text.slice(start, end), rule, replacement });
    });
  }
}
