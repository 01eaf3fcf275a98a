/**
 * Looks for secrets in anything: native records, plain files, notes. It tells of each what it is, how it is written where
 * it stands, and how far it may be looked for elsewhere; it changes nothing. Whoever removes secrets from files needs
 * this; what leaves the machine goes through the gate, which finds the same.
 */
import { eachEncodedRun } from '../encodings/encoded-runs.ts';
import type { Finding } from '../matching/finding.ts';
import { Scanner } from '../matching/scanner.ts';
import { spreadOf } from '../matching/spread.ts';
import { type Allow, findersOf } from '../pipeline/finders.ts';
import { resolveProfile } from '../profiles/resolve-profile.ts';
import type { Rule } from '../rule.ts';
import { rules as catalogue } from '../rules/index.ts';
import { placeholdersIn } from '../texts/placeholder.ts';
import { isTelling } from '../walk/rewrite-strings.ts';

export interface FoundSecret {
  readonly rule: Rule;
  /** The secret itself, decoded and joined. */
  readonly value: string;
  /** How it is written in the text; other than the value where it is escaped or broken over lines. */
  readonly written: string;
  /** It stands inside base64; `written` is then the run that holds it. */
  readonly base64: boolean;
  /** It stands in hexadecimal digits, or as a list of bytes; `written` are those of its own. */
  readonly hex: boolean;
  /** Where else it is to be removed: wherever it stands, as a word of its own, or only behind what stands before it. */
  readonly reach: 'anywhere' | 'word' | 'place';
  /** What stands before it in the text, at most `LEAD` characters. */
  readonly lead: string;
  /** The name of the field that it is the value of. */
  readonly name: string | undefined;
  /** The field is a number; how it is written there is not known. */
  readonly number: boolean;
}

type Place = Pick<FoundSecret, 'base64' | 'hex' | 'name' | 'number'>;

export type OnSecret = (found: FoundSecret) => void;

export interface SecretSearchOptions {
  readonly ownRules?: readonly Rule[];
  readonly allow?: Allow;
  /** Only rules of these ids and groups. */
  readonly only?: readonly string[];
}

const LEAD = 24;
const PLAIN = { base64: false, hex: false };

/** A value, and the name of the field that it is in. */
interface Named {
  readonly value: unknown;
  readonly name: string | undefined;
}

/** Names of fields, kinds and states come again with every record: those in which there was nothing are not looked at twice. */
const SHORT = 32;
const MOST_KNOWN = 5_000;

export class SecretSearch {
  private readonly scanner: Scanner;
  private readonly clean = new Set<string>();

  constructor({ ownRules = [], allow = () => false, only }: SecretSearchOptions = {}) {
    const isWanted = ({ id, group, type }: Rule) =>
      type === 'secret' && (only === undefined || only.includes(id) || only.includes(group));
    const own = ownRules.filter(isWanted);
    const rules = catalogue.filter(isWanted);
    const groups = [...new Set([...own, ...rules].map(({ group }) => group))];
    const profile = resolveProfile('secrets', { secrets: { extends: 'team', rules: { groups } } });
    if (!profile) throw new Error('the profile of a search is built on one that comes with the program');
    const { secrets } = findersOf(profile, rules, own, allow);
    this.scanner = new Scanner([secrets], []);
  }

  /** In every string of a value, names of fields included. */
  inValue(value: unknown, onSecret: OnSecret): void {
    // A list of what is left, and not the stack, so that depth does not matter.
    const left: Named[] = [{ value, name: undefined }];
    for (let next = left.pop(); next; next = left.pop()) this.visit(next, left, onSecret);
  }

  inText(text: string, onSecret: OnSecret, name?: string): void {
    this.look(text, onSecret, name, false);
  }

  private look(text: string, onSecret: OnSecret, name: string | undefined, number: boolean): void {
    const isNamed = name !== undefined && this.scanner.isNamed(name);
    const isShort = !isNamed && text.length <= SHORT;
    if (isShort && this.clean.has(text)) return;
    let isClean = true;
    const tell = (found: FoundSecret) => {
      isClean = false;
      onSecret(found);
    };
    this.lookInto(text, tell, isNamed ? name : undefined, { name, number });
    if (!isShort || !isClean) return;
    if (this.clean.size >= MOST_KNOWN) this.clean.clear();
    this.clean.add(text);
  }

  /** `telling`: the name of the field, where it has to be scanned together with the text. */
  private lookInto(
    text: string,
    onSecret: OnSecret,
    telling: string | undefined,
    { name, number }: Pick<Place, 'name' | 'number'>,
  ): void {
    const settled = placeholdersIn(text);
    const isSettled = ({ start, end }: Finding) => settled.some((range) => range.start < end && range.end > start);
    for (const finding of this.scanner.scan(text, telling === undefined ? {} : { name: telling })) {
      if (!isSettled(finding)) this.tell(text, finding, { ...PLAIN, name, number }, onSecret);
    }
    eachEncodedRun(text, ({ encoding, decoded, place, placeBehind }) => {
      const about = { base64: encoding === 'base64', hex: encoding !== 'base64', name: undefined, number };
      for (const finding of this.scanner.scan(decoded)) {
        const written = { start: place(finding.start), end: placeBehind(finding.end) };
        this.tell(text, { ...finding, ...written }, about, onSecret);
      }
    });
  }

  private visit({ value, name }: Named, left: Named[], onSecret: OnSecret): void {
    if (typeof value === 'string') this.inText(value, onSecret, name);
    else if (typeof value === 'number') {
      if (isTelling(value)) this.look(String(value), onSecret, name, true);
    } else if (value instanceof Uint8Array) this.inText(new TextDecoder().decode(value), onSecret);
    else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      const keys = Object.keys(value);
      if (!isList) for (const key of keys) this.inText(key, onSecret);
      // The first is taken first.
      for (const key of keys.reverse()) {
        left.push({ value: (value as Record<string, unknown>)[key], name: isList ? name : key });
      }
    }
  }

  private tell(text: string, finding: Finding, place: Place, onSecret: OnSecret): void {
    const isEncoded = place.base64 || place.hex;
    const { start, end, rule, value } = finding;
    const written = text.slice(start, end);
    const lead = text.slice(Math.max(0, start - LEAD), start);
    const about = { ...place, rule, lead };
    const spread = spreadOf(finding);
    const isBlock = rule.anchor.at === 'block';
    if (isBlock || spread.length === 0) {
      onSecret({ ...about, value, written, reach: isBlock ? 'anywhere' : 'place' });
    }
    for (const part of spread) {
      const isWhole = part.text === value;
      onSecret({
        ...about,
        value: part.text,
        written: isWhole || isEncoded ? written : part.text,
        reach: part.whole ? 'word' : 'anywhere',
      });
    }
  }
}
