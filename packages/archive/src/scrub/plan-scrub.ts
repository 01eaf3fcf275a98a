/**
 * Finds what is to be removed: secrets in the originals of sessions, and in what people wrote about them. What is found is
 * held in memory for as long as the plan, and is in none of the places that it tells of.
 */
import type { Adapter, Host } from '@hansard/core';
import type { FoundSecret, SecretSearch } from '@hansard/core/privacy/index.ts';
import type { Archive } from '../archive.ts';
import { SessionInputs } from '../maintenance/session-inputs.ts';
import { checkOf } from '../masking/masker.ts';
import { type WrittenForm, writtenForms } from '../masking/written-forms.ts';
import { noteTexts } from '../sqlite/journal/note-texts.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { allSessions, sharedUuids } from '../sqlite/sessions/all-sessions.ts';
import type { SessionFound } from '../sqlite/sessions/find-session.ts';
import { uuidsOfInput } from '../sqlite/sessions/input-sessions.ts';
import { valuesIn } from './original-texts.ts';
import { partSecrets } from './split-secrets.ts';
import { writtenNumbers } from './written-numbers.ts';

export interface ScrubPlace {
  readonly ruleId: string;
  readonly label: string;
  /** Ids of the sessions that the input belongs to. */
  readonly sessions: readonly string[];
  /** The file, or what people wrote. */
  readonly in: 'original' | 'note' | 'event';
  readonly path: string | null;
  readonly part: string | null;
  readonly line: number | null;
  /** Keyed hash: the same for the same secret. */
  readonly secret: string;
}

export interface ScrubPlan {
  readonly places: readonly ScrubPlace[];
  /** All ways in which they may be written. */
  readonly forms: readonly { readonly form: WrittenForm; readonly rule: string }[];
  /**
   * Secrets that no record holds whole, as they are put together from several when a session is read, and whose parts are
   * too short to be removed.
   */
  readonly split: readonly ScrubPlace[];
  /** How often sessions that hold them were shared: what left the machine is out of reach. */
  readonly shared: number;
  readonly inputs: number;
}

export interface PlanOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  readonly search: SecretSearch;
  /** All by default. */
  readonly sessions?: readonly SessionFound[];
  readonly progress?: (progress: { readonly inputs: number; readonly totalInputs: number }) => void;
}

export async function planScrub(archive: Archive, options: PlanOptions): Promise<ScrubPlan> {
  return new Planning(archive, options).run();
}

/** Events that are read at a time. */
const PAGE = 200;

class Planning {
  readonly #archive: Archive;
  readonly #options: PlanOptions;
  readonly #places: ScrubPlace[] = [];
  readonly #split: { readonly found: FoundSecret; readonly place: ScrubPlace }[] = [];
  readonly #forms = new Map<string, { form: WrittenForm; rule: string }>();
  readonly #values = new Set<string>();

  constructor(archive: Archive, options: PlanOptions) {
    this.#archive = archive;
    this.#options = options;
  }

  async run(): Promise<ScrubPlan> {
    const inputs = await this.#inputs();
    const { progress } = this.#options;
    for (const [n, input] of inputs.entries()) {
      this.#searchInput(input);
      progress?.({ inputs: n + 1, totalInputs: inputs.length });
    }
    for (const { id, key, uuid } of this.#sessions()) {
      this.#searchNotes(key, uuid);
      await this.#searchEvents(id, uuid);
    }
    const split = this.#searchParts(inputs);
    const places = this.#places;
    return { places, split, forms: [...this.#forms.values()], shared: this.#shared(), inputs: inputs.length };
  }

  #sessions(): { id: number; key: string; uuid: string }[] {
    const { sessions } = this.#options;
    return (sessions ?? allSessions(this.#archive.sql)).map(({ id, key, uuid }) => ({ id, key, uuid }));
  }

  async #inputs(): Promise<InputRow[]> {
    const { sessions, adapters, host } = this.#options;
    if (!sessions) return this.#archive.originals.all();
    const members = new SessionInputs(this.#archive, adapters, host);
    const found = new Map<number, InputRow>();
    for (const { id } of sessions) for (const input of await members.of(id)) found.set(input.id, input);
    return [...found.values()];
  }

  #searchInput(input: InputRow): void {
    const { originals } = this.#archive;
    const sessions = this.#sessionsOf(input);
    const { path, part } = input;
    for (const version of originals.versions(input.id)) {
      for (const { value, line, json } of valuesIn(originals, input, version)) {
        const place = { sessions, in: 'original', path, part: part || null, line: line ?? null } as const;
        const numbers: FoundSecret[] = [];
        this.#options.search.inValue(value, (found) => {
          this.#found(found, place);
          if (found.number) numbers.push(found);
        });
        if (json !== undefined && numbers.length > 0) this.#addNumbers(json, numbers);
      }
    }
  }

  #sessionsOf({ id }: InputRow): string[] {
    return uuidsOfInput(this.#archive.sql, id);
  }

  #searchNotes(key: string, uuid: string): void {
    const place = { sessions: [uuid], in: 'note', path: null, part: null, line: null } as const;
    for (const text of noteTexts(this.#archive.sql, key)) {
      this.#options.search.inText(text, (found) => this.#found(found, place));
    }
  }

  /** What only turns up when deltas have been joined. */
  async #searchEvents(id: number, uuid: string): Promise<void> {
    const place = { sessions: [uuid], in: 'event', path: null, part: null, line: null } as const;
    for (let after = 0; ; ) {
      const page = await this.#archive.events.page(id, after, PAGE);
      for (const { event } of page) {
        this.#options.search.inValue(event, (found) => {
          if (found.reach !== 'place' && !this.#isWithinKnown(found.value))
            this.#split.push({ found, place: this.#placeOf(found, place) });
        });
      }
      if (page.length < PAGE) return;
      after = page.at(-1)?.logSeq as number;
    }
  }

  /** Gives those that cannot be removed. */
  #searchParts(inputs: readonly InputRow[]): ScrubPlace[] {
    if (this.#split.length === 0) return [];
    const { originals, scrubbed } = this.#archive;
    const secrets = new Map(this.#split.map(({ found }) => [found.value, found]));
    const parted = partSecrets(originals, scrubbed.key, inputs, [...secrets.values()]);
    for (const { found, places, forms } of parted) {
      this.#values.add(found.value);
      for (const { input, line } of places) {
        const { path, part } = input;
        const place = { sessions: this.#sessionsOf(input), in: 'original', path, part: part || null, line } as const;
        this.#places.push(this.#placeOf(found, place));
      }
      this.#addForms(forms, found.rule.id);
    }
    return this.#split.filter(({ found }) => !this.#holdsKnown(found.value)).map(({ place }) => place);
  }

  #isWithinKnown(value: string): boolean {
    if (this.#values.has(value)) return true;
    for (const known of this.#values) if (known.includes(value)) return true;
    return false;
  }

  /** A part of it goes, although another may not be found. */
  #holdsKnown(value: string): boolean {
    for (const known of this.#values) if (value.includes(known)) return true;
    return false;
  }

  #found(found: FoundSecret, place: Omit<ScrubPlace, 'ruleId' | 'label' | 'secret'>): void {
    this.#values.add(found.value);
    this.#places.push(this.#placeOf(found, place));
    this.#addForms(writtenForms(found), found.rule.id);
  }

  #addNumbers(json: string, numbers: readonly FoundSecret[]): void {
    for (const found of writtenNumbers(json, numbers)) this.#addForms(writtenForms(found), found.rule.id);
  }

  #addForms(forms: readonly WrittenForm[], rule: string): void {
    for (const form of forms) {
      const key = `${form.kind} ${form.lead} ${form.bytes.toString('latin1')}`;
      if (!this.#forms.has(key)) this.#forms.set(key, { form, rule });
    }
  }

  #placeOf(found: FoundSecret, place: Omit<ScrubPlace, 'ruleId' | 'label' | 'secret'>): ScrubPlace {
    const { id, label } = found.rule;
    const secret = checkOf(this.#archive.scrubbed.key, Buffer.from(found.value)).slice(0, 12);
    return { ruleId: id, label, ...place, secret };
  }

  #shared(): number {
    const uuids = new Set(this.#places.flatMap(({ sessions }) => sessions));
    return sharedUuids(this.#archive.sql).filter((uuid) => uuids.has(uuid)).length;
  }
}
