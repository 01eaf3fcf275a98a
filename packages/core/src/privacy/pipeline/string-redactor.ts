/**
 * The second pass over one event, or over the head: leaves out what the profile does not want, replaces what is secret
 * or personal, shortens what is too long, and writes down every change.
 */
import { isSubagentSource } from '../../events/source-path.ts';
import type { Pseudonyms } from '../anonymise/pseudonyms.ts';
import { embeddedFiles } from '../content/embedded-files.ts';
import type { EventPolicy, Removal } from '../content/event-policy.ts';
import { lineCount, shorten } from '../content/shorten.ts';
import type { ContentLever } from '../profiles/profile.ts';
import type { OldRecords, ReceiptRecord } from '../receipt/old-records.ts';
import { type Edit, type EditedText, editText, type Mark } from '../texts/edit-text.ts';
import { isPlaceholder } from '../texts/placeholder.ts';
import type { RedactedText, TextRedactor } from '../texts/text-redactor.ts';
import type { StringPlace, StringVisitor } from '../walk/rewrite-strings.ts';
import { isTime } from '../walk/time-text.ts';
import { isWord } from '../walk/word-text.ts';
import type { TextMarks } from './marked-texts.ts';

export interface Redactors {
  readonly content: TextRedactor;
  readonly labels: TextRedactor;
  /** For texts in which the first pass found nothing: only what is known from elsewhere. */
  readonly clean: TextRedactor;
}

/** What was left out of the middle of a text. */
export interface Shortening {
  readonly field: string;
  readonly characters: number;
  readonly lines: number;
}

const NO_MARKS: readonly Mark[] = [];
export const CONTENT_POLICY = { ruleId: 'content-policy', type: 'content' } as const;

export class StringRedactor implements StringVisitor {
  private readonly redactors: Redactors;
  private readonly pseudonyms: Pseudonyms;
  private readonly content: ContentLever;
  private readonly names = new Map<string, RedactedText | undefined>();
  private policy: EventPolicy | undefined;
  private old: OldRecords | undefined;
  /** Texts of this event in which the first pass found something; `undefined` when it did not see the event. */
  private marked: TextMarks | undefined;
  private touched: ReadonlySet<string> | undefined;
  /** Names of fields that are known to stay as they are. */
  keepsName: (name: string) => boolean = () => false;
  records: ReceiptRecord[] = [];
  shortenings: Shortening[] = [];
  /** The edits of the event's own text, for places that refer to it; `undefined` when it was left out or shortened. */
  textRounds: readonly (readonly Edit[])[] | undefined = [];

  constructor(redactors: Redactors, pseudonyms: Pseudonyms, content: ContentLever) {
    this.redactors = redactors;
    this.pseudonyms = pseudonyms;
    this.content = content;
  }

  /** Starts with the next event. Texts that are not among `touched` have nothing in them. */
  begin(policy: EventPolicy | undefined, old: OldRecords, marked?: TextMarks, touched?: ReadonlySet<string>): void {
    this.policy = policy?.isOpen ? undefined : policy;
    this.touched = touched;
    this.old = old.isEmpty ? undefined : old;
    this.marked = marked;
    this.records = [];
    this.shortenings = [];
    this.textRounds = [];
    this.redactors.content.forget();
    this.redactors.clean.forget();
    this.redactors.labels.forget();
  }

  /** Most texts are untouched, also in events that are not. */
  keeps(text: string): boolean {
    return this.policy === undefined && this.old === undefined && !this.isTouched(text);
  }

  visit(text: string, place: StringPlace): string {
    if (this.keeps(text)) return text;
    if (text === '' || (place.use === 'time' && isTime(text))) return text;
    const why = isPlaceholder(text) ? undefined : this.policy?.removal(place.path.parts, text, place.picture);
    if (why) return this.remove(text, why, place);
    if (place.use === 'reference') return this.reference(text, place);
    const before = this.before(text, place);
    const redacted = this.isTouched(text) ? this.redacted(text, before.text, place) : undefined;
    if (isOwnText(place)) this.textRounds = redacted?.rounds ?? [];
    const edited = redacted && before.marks.length === 0 ? redacted : this.edited(before, redacted);
    return this.record(this.shortened(edited, place), place);
  }

  /** Content is left out by its strings; a number goes only when it is personal or secret. */
  number(value: number, place: StringPlace): string | undefined {
    const text = String(value);
    const redacted = this.isTouched(text) ? this.redacted(text, text, place) : undefined;
    return redacted && this.record(redacted, place);
  }

  /** What is left of a text, whose name may say more about it than it does itself. */
  private redacted(text: string, before: string, place: StringPlace): RedactedText | undefined {
    const { name } = place;
    const redactor = this.redactorFor(text, place);
    return redactor.redact(
      before,
      place.use === 'content' && redactor.isNamed(name) ? { picture: place.picture, name } : { picture: place.picture },
    );
  }

  private isTouched(text: string): boolean {
    return this.touched === undefined || this.touched.has(text);
  }

  private redactorFor(text: string, { use }: StringPlace): TextRedactor {
    if (this.marked && !this.marked.has(text)) return this.redactors.clean;
    return use === 'content' || !isWord(text) ? this.redactors.content : this.redactors.labels;
  }

  private edited(before: EditedText, redacted: RedactedText | undefined): EditedText {
    return redacted ? redacted.rounds.reduce<EditedText>(editText, before) : before;
  }

  /** The text with what stands in it already, and without the files that it holds. */
  private before(text: string, place: StringPlace): EditedText {
    const marks = this.oldMarks(place);
    if (!this.policy?.holdsCommands(place.path.parts)) return { text, marks };
    const files = embeddedFiles(text).filter(
      ({ start, end }) => !text.slice(start, end).includes('[REDACTED:file-contents '),
    );
    const edits = files.map((range) => ({
      ...range,
      ...CONTENT_POLICY,
      placeholder: this.placeholderFor(text.slice(range.start, range.end), 'file-contents'),
    }));
    return edits.length === 0 ? { text, marks } : editText({ text, marks: [] }, edits);
  }

  private oldMarks({ path }: StringPlace): readonly Mark[] {
    return this.old ? this.old.marksIn(path.toString()) : NO_MARKS;
  }

  private shortened(edited: EditedText, place: StringPlace): EditedText {
    if (!this.policy?.truncates(place.path.parts)) return edited;
    const shortened = shorten(edited, this.content.head, this.content.tail);
    if (!shortened) return edited;
    if (isOwnText(place)) this.textRounds = undefined;
    this.shortenings.push({
      field: place.path.toString(),
      characters: shortened.characters,
      lines: shortened.lines,
    });
    return shortened;
  }

  private remove(text: string, why: Removal, place: StringPlace): string {
    if (isOwnText(place)) this.textRounds = undefined;
    const placeholder = this.placeholderFor(text, why);
    const mark = { ...CONTENT_POLICY, placeholder, start: 0, end: placeholder.length };
    return this.record({ text: placeholder, marks: [mark] }, place);
  }

  /** How much it was, and a keyed hash that says whether two were the same. */
  private placeholderFor(text: string, why: Removal): string {
    const lines = lineCount(text);
    const size = why === 'image' ? `${text.length} characters` : `${lines} ${lines === 1 ? 'line' : 'lines'}`;
    return `[REDACTED:${why} ${size}, ${this.pseudonyms.hash(`content:${text}`).slice(0, 12)}]`;
  }

  /** An id goes whole and becomes the same everywhere, so that what refers to it still does. */
  private reference(text: string, place: StringPlace): string {
    if (!this.isTouched(text)) return this.record({ text, marks: this.oldMarks(place) }, place);
    const redactor = this.redactorFor(text, place);
    const pieces = isSubagentSource(text) ? text.split(/([:/])/) : [text];
    const edits: Edit[] = [];
    let start = 0;
    for (const piece of pieces) {
      const mark = redactor.redact(piece)?.marks[0];
      const end = start + piece.length;
      if (mark)
        edits.push({ start, end, ruleId: mark.ruleId, type: mark.type, placeholder: this.pseudonyms.of('id', piece) });
      start = end;
    }
    const before = { text, marks: this.oldMarks(place) };
    return this.record(edits.length === 0 ? before : editText({ text, marks: [] }, edits), place);
  }

  private record({ text, marks }: EditedText, place: StringPlace): string {
    if (marks.length > 0) {
      const field = place.path.toString();
      for (const { ruleId, type, placeholder, start, end } of marks) {
        this.records.push({ field, ruleId, type, placeholder, start, end });
      }
    }
    return text;
  }

  rename(name: string): string {
    return this.renaming(name)?.text ?? name;
  }

  renamed(oldName: string, place: StringPlace): void {
    const field = place.path.toString();
    for (const mark of this.renaming(oldName)?.marks ?? []) this.records.push({ field, ...mark, key: true });
  }

  private renaming(name: string): RedactedText | undefined {
    if (this.keepsName(name)) return undefined;
    if (this.names.has(name)) return this.names.get(name);
    const redacted = this.redactors.content.redact(name);
    if (this.names.size < 10_000) this.names.set(name, redacted);
    return redacted;
  }

  tooDeep(place: StringPlace): string {
    const text = '[REDACTED:nested-too-deep]';
    return this.record({ text, marks: [{ ...CONTENT_POLICY, placeholder: text, start: 0, end: text.length }] }, place);
  }
}

const isOwnText = ({ path }: StringPlace): boolean => path.depth === 1 && path.name === 'text';
