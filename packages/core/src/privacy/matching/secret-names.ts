/**
 * Which names of fields call their value a secret. In structured input the name is the only thing that gives a password
 * away, and it does not stand in the same text.
 */
import type { Rule } from '../rule.ts';

const MOST_REMEMBERED = 10_000;
/** What is longer, or has other characters, is no name: it may be a text that holds a secret itself, or did. */
const NAME = /^[\w.$@ -]{2,120}$/;

export class SecretNames {
  private readonly keywords: readonly string[];
  private readonly seen = new Map<string, boolean>();

  constructor(rules: readonly Rule[]) {
    const named = rules.filter(({ anchor }) => anchor.at === 'assignment');
    this.keywords = [...new Set(named.flatMap(({ keywords }) => keywords))];
  }

  has(name: string): boolean {
    let found = this.seen.get(name);
    if (found === undefined) {
      const folded = name.toLowerCase();
      found = NAME.test(name) && this.keywords.some((keyword) => folded.includes(keyword));
      if (this.seen.size >= MOST_REMEMBERED) this.seen.clear();
      this.seen.set(name, found);
    }
    return found;
  }
}
