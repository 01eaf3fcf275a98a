/**
 * The hub looks for secrets itself, whatever a client says that it has done. It tells rule, event and field, and never the
 * value: a name of a field, or an id, may be the secret itself, and is then not repeated either.
 */
import type { Event } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { rules } from '@hansard/core/privacy/rules/index.ts';
import { SecretSearch } from '@hansard/core/privacy/search/secret-search.ts';
import type { ScanPolicy } from '../store/contract.ts';

export interface SecretFinding {
  readonly rule: string;
  /** Its id, or its number with `#` where the id cannot be told; null for the head of the document. */
  readonly event: string | null;
  readonly field: string;
}

/** Enough to see what is wrong. */
const MOST_FINDINGS = 100;

const searches = new Map<ScanPolicy, SecretSearch>();

/** Rules are compiled once. */
function searchBy(policy: ScanPolicy): SecretSearch {
  const certain = () => rules.filter(({ confidence }) => confidence === 'high').map(({ id }) => id);
  const known = searches.get(policy) ?? new SecretSearch(policy === 'all' ? {} : { only: certain() });
  searches.set(policy, known);
  return known;
}

export class SecretScan {
  readonly findings: SecretFinding[] = [];
  readonly #search: SecretSearch;

  constructor(policy: ScanPolicy) {
    this.#search = searchBy(policy);
  }

  /** `number`: of the event in what was sent, from 1. */
  event(event: Event, number: number): void {
    if (!this.#hasAny(event)) return;
    const id = this.#isClean(event.id) ? event.id : `#${number}`;
    this.#locate(event, id);
  }

  head(head: TranscriptHeader): void {
    if (this.#hasAny(head)) this.#locate(head, null);
  }

  #hasAny(value: unknown): boolean {
    let found = false;
    this.#search.inValue(value, () => {
      found = true;
    });
    return found;
  }

  #isClean(text: string): boolean {
    let clean = text.length <= 200;
    this.#search.inText(text, () => {
      clean = false;
    });
    return clean;
  }

  #locate(root: object, event: string | null): void {
    const before = this.findings.length;
    const left: Step[] = [{ value: root, name: undefined, path: [] }];
    for (let next = left.pop(); next; next = left.pop()) this.#visit(next, event, left);
    // Something is found in the whole that is in no part by itself: it is refused all the same.
    if (this.findings.length === before) this.#search.inValue(root, ({ rule }) => this.#add(rule.id, event, []));
  }

  #visit({ value, name, path }: Step, event: string | null, left: Step[]): void {
    const add = ({ rule }: { rule: { id: string } }) => this.#add(rule.id, event, path);
    if (typeof value === 'string') this.#search.inText(value, add, name);
    else if (typeof value === 'number') this.#search.inValue(name === undefined ? value : { [name]: value }, add);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value).reverse()) {
        if (!Array.isArray(value)) this.#search.inText(key, add);
        left.push({ value: member, name: Array.isArray(value) ? name : key, path: [...path, key] });
      }
    }
  }

  #add(rule: string, event: string | null, path: readonly string[]): void {
    const names = path.map((name) => (/^[\w.-]{1,40}$/.test(name) && this.#isClean(name) ? name : '*'));
    const field = names.join('.');
    const isKnown = this.findings.some((one) => one.rule === rule && one.event === event && one.field === field);
    if (!isKnown && this.findings.length < MOST_FINDINGS) this.findings.push({ rule, event, field });
  }
}

interface Step {
  readonly value: unknown;
  readonly name: string | undefined;
  readonly path: readonly string[];
}
