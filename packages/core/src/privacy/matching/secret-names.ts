/**
 * Which names of fields call their value a secret. In structured input the name is the only thing that gives a password
 * away, and it does not stand in the same text.
 */
import { nameLengthOf } from '../named/characters.ts';
import type { CompiledRule } from './compiled-rule.ts';

const MOST_REMEMBERED = 10_000;
/** What is longer, or has other characters, is no name: it may be a text that holds a secret itself, or did. */
const FIELD_NAME = /^[\w.$@: /-]{2,120}$/;

interface Found {
  /** Some rule goes by the name. */
  readonly isNamed: boolean;
  /** Those that take its value whole. */
  readonly rules: readonly CompiledRule[];
}

const NOTHING: Found = { isNamed: false, rules: [] };

export class SecretNames {
  private readonly named: readonly { readonly compiled: CompiledRule; readonly keywords: readonly string[] }[];
  private readonly seen = new Map<string, Found>();

  constructor(rules: readonly CompiledRule[]) {
    this.named = rules
      .filter(({ at }) => at === 'assignment' || at === 'field')
      .map((compiled) => ({ compiled, keywords: keywordsOf(compiled) }));
  }

  has(name: string): boolean {
    return this.find(name).isNamed;
  }

  /** Rules that take the value of a field of this name whole. */
  rulesFor(name: string): readonly CompiledRule[] {
    return this.find(name).rules;
  }

  private find(name: string): Found {
    const known = this.seen.get(name);
    if (known) return known;
    const found = FIELD_NAME.test(name) ? this.findAnew(name.toLowerCase()) : NOTHING;
    if (this.seen.size >= MOST_REMEMBERED) this.seen.clear();
    this.seen.set(name, found);
    return found;
  }

  private findAnew(name: string): Found {
    const telling = this.named.filter(({ keywords }) => keywords.some((keyword) => name.includes(keyword)));
    if (telling.length === 0) return NOTHING;
    const rules = telling.map(({ compiled }) => compiled).filter(({ whole }) => whole !== undefined);
    return { isNamed: true, rules };
  }
}

const keywordsOf = ({ rule, whole }: CompiledRule): readonly string[] =>
  whole ? [...new Set(rule.keywords.map(nameOf))] : rule.keywords;

/** Keywords of rules that take values whole may hold what follows the name. */
const nameOf = (keyword: string): string => keyword.slice(0, nameLengthOf(keyword));
