/**
 * One transcript on its way through the gate: first everything is learnt from, then everything is rewritten. Events are
 * handed over one by one in both passes; what is remembered between them is what was found, and a number for each event.
 */
import type { Event, Transcript } from '../../transcript.ts';
import { isNobody } from '../anonymise/common-words.ts';
import type { MachineNames } from '../anonymise/known-names.ts';
import type { Pseudonyms } from '../anonymise/pseudonyms.ts';
import { EventPolicy, isDropped } from '../content/event-policy.ts';
import { withKeyedHashes } from '../content/keyed-hashes.ts';
import { prepareContent, removedFields } from '../content/prepare.ts';
import { STUB_TEXT, stubOf } from '../content/stub.ts';
import { withoutRepository } from '../content/without-repository.ts';
import type { Finding } from '../matching/finding.ts';
import { Scanner } from '../matching/scanner.ts';
import type { Profile } from '../profiles/profile.ts';
import { inOrder, NOTHING_LEFT, OldRecords, type ReceiptRecord } from '../receipt/old-records.ts';
import { movePlaces } from '../texts/edit-text.ts';
import type { PseudonymKind } from '../texts/placeholder.ts';
import { TextRedactor, type TextScanner } from '../texts/text-redactor.ts';
import { EVENT_SHAPE, type Shape } from '../walk/fields.ts';
import { StringRewriter } from '../walk/rewrite-strings.ts';
import { EventMarks } from './event-marks.ts';
import type { Allow, Finders } from './finders.ts';
import { HeldTexts, RememberingKnown, RememberingScanner } from './held-texts.ts';
import { Known } from './known.ts';
import { Learner, withoutRecords } from './learner.ts';
import { shorteningNote } from './shortening-note.ts';
import { CONTENT_POLICY, type Redactors, StringRedactor } from './string-redactor.ts';
import { type Touched, TouchedTexts } from './touched-texts.ts';

export type TranscriptHead = Omit<Transcript, 'events'>;

export interface RunContext {
  readonly profile: Profile;
  readonly finders: Finders;
  readonly pseudonyms: Pseudonyms;
  readonly machine: MachineNames;
  readonly allow: Allow;
}

export class Run {
  private readonly context: RunContext;
  private readonly known: Known;
  private readonly learner: Learner;
  private readonly seen = new EventMarks();
  private readonly touched: TouchedTexts;
  readonly strings: StringRedactor;
  readonly rewriter: StringRewriter;
  private readonly notes: Event[] = [];
  private lastSeq = 0;
  private done = 0;
  /** Events that went through, and notes about them. */
  eventCount = 0;
  /** Records in events so far, and the rules that made them. */
  recordCount = 0;
  readonly ruleIds = new Set<string>();

  private readonly held: HeldTexts | undefined;
  private readonly named = new Map<PseudonymKind, Map<string, string | undefined>>();
  /** Of all held texts those that have to be looked at. */
  private touchedTexts: ReadonlySet<string> | undefined;

  /** `inMemory`: the transcript stays at hand until it is through, so that references to its texts cost nothing. */
  constructor(context: RunContext, inMemory = false) {
    const { profile, finders, pseudonyms, machine, allow } = context;
    this.context = context;
    this.held = inMemory ? new HeldTexts() : undefined;
    this.known = new Known(profile, pseudonyms, machine, allow);
    this.learner = new Learner(
      this.known,
      new Scanner([finders.content], [finders.secrets]),
      new Scanner([finders.certain], [finders.certain]),
      this.held,
    );
    this.strings = new StringRedactor(this.redactors(), pseudonyms, profile.content);
    this.touched = new TouchedTexts(
      new Scanner([this.known.everywhere], [this.known.onlySecrets]),
      (name) => this.strings.rename(name) !== name,
    );
    this.rewriter = new StringRewriter(this.strings);
  }

  /** First pass. */
  learnHead(head: TranscriptHead): void {
    this.learner.learnHead(head);
    this.held?.endHead();
  }

  learnText(text: string): void {
    this.learner.learnText(text);
  }

  learnEvent(event: Event): void {
    this.learner.learnEvent(event);
    if (this.held) this.held.endEvent(event);
    else this.seen.add(event);
  }

  /** Between the passes. */
  endLearning(): void {
    this.learner.finish();
  }

  /** Second pass, in the same order. */
  redactEvent(event: Event): Event {
    return withKeyedHashes(this.redactTexts(event), (text) => this.context.pseudonyms.hash(text));
  }

  private redactTexts(event: Event): Event {
    const number = this.done++;
    this.eventCount++;
    this.lastSeq = Math.max(this.lastSeq, typeof event.seq === 'number' ? event.seq : 0);
    if (isDropped(event, this.context.profile)) return this.stub(event);
    const bare = event.redactions === undefined ? event : withoutRecords(event);
    const prepared = prepareContent(bare, this.context.profile.content);
    const policy = new EventPolicy(event, this.context.profile);
    const old = OldRecords.of(event, event.redactions);
    // What was prepared may hold texts that the first pass did not see.
    const seen = prepared === bare && (this.held ? this.held.has(event, number) : this.seen.isSame(event, number));
    if (!seen) this.strings.begin(policy, old);
    else if (this.isUntouched(prepared, number, policy, old)) return prepared;
    return this.rewritten(prepared, old, removedFields(bare, this.context.profile.content));
  }

  /** A value that is no event, with what was learnt from all of them. Nothing is noted of it. */
  redactValue<T>(value: T, shape?: Shape): T {
    this.strings.begin(new EventPolicy(NO_EVENT, this.context.profile), OldRecords.NONE);
    const isTold = this.context.profile.anonymise.repository !== 'omit';
    return this.rewriter.rewriteAt(['extra', 'value'], isTold ? value : withoutRepository(value), shape);
  }

  /** Nothing is in the event that has to go; otherwise everything is ready to rewrite it. */
  private isUntouched(event: Event, number: number, policy: EventPolicy, old: OldRecords): boolean {
    const { texts, hasMore } = this.touchedIn(event, number);
    if (texts.size === 0 && !hasMore && policy.isOpen && old.isEmpty && old.keys.length === 0) return true;
    this.strings.begin(policy, old, this.learner.marked, texts);
    return false;
  }

  private rewritten(event: Event, old: OldRecords, removed: readonly string[]): Event {
    const rewritten = this.rewriter.rewrite(event, EVENT_SHAPE);
    this.noteShortening(rewritten);
    const { records } = this.strings;
    const gone = removed.map((field) => ({ field, ...CONTENT_POLICY, ...NOTHING_LEFT }));
    return this.receipted(this.withChunks(rewritten), [...records, ...gone, ...old.keys]);
  }

  private stub(event: Event): Event {
    this.strings.begin(undefined, OldRecords.NONE);
    const stub = this.rewriter.rewrite(stubOf(event), EVENT_SHAPE);
    return this.receipted(stub, [stubRecord(), ...this.strings.records]);
  }

  private receipted(event: Event, records: readonly ReceiptRecord[]): Event {
    if (records.length === 0) return event;
    this.count(records);
    return { ...event, redactions: inOrder(records) };
  }

  count(records: readonly ReceiptRecord[]): void {
    this.recordCount += records.length;
    for (const { ruleId } of records) this.ruleIds.add(ruleId);
  }

  /** Streaming deltas point into the text, which may have changed. */
  private withChunks(event: Event): Event {
    const rounds = this.strings.textRounds;
    if (!Array.isArray(event.chunks) || rounds?.length === 0) return event;
    const { chunks, ...rest } = event;
    if (rounds === undefined) return rest as Event;
    const offsets = chunks.map(({ offset }) => (typeof offset === 'number' ? offset : 0));
    const places = rounds.reduce((before, edits) => movePlaces(before, edits), offsets);
    return { ...event, chunks: chunks.map((chunk, i) => ({ ...chunk, offset: places[i]! })) };
  }

  private noteShortening(event: Event): void {
    if (this.strings.shortenings.length > 0) this.notes.push(shorteningNote(event, this.strings.shortenings));
  }

  private touchedIn(event: Event, number: number): Touched {
    const { held } = this;
    if (!held) return this.touched.find(event, this.learner.marked);
    this.touchedTexts ??= this.touchedAmong(held);
    if (held.isDeep(number)) return { texts: this.touchedTexts, hasMore: true };
    return held.isTouched(number) ? { texts: this.touchedTexts, hasMore: false } : UNTOUCHED;
  }

  private touchedAmong(held: HeldTexts): ReadonlySet<string> {
    const touched = this.touched.among(held, this.learner.marked);
    held.touch(touched);
    this.strings.keepsName = (name) => held.isUntouched(name);
    return touched;
  }

  /** Events that say what was shortened; they follow all others, so that no number changes. */
  takeNotes(): readonly Event[] {
    const notes = this.notes.map((note, i) => ({ ...note, seq: this.lastSeq + i + 1 }));
    this.notes.length = 0;
    this.eventCount += notes.length;
    return notes;
  }

  private redactors(): Redactors {
    const { finders } = this.context;
    const { everywhere, onlySecrets } = this.known;
    const order = new Map(finders.rules.map((rule, i) => [rule, i]));
    const content = new Scanner([finders.content, everywhere], [finders.secrets, onlySecrets]);
    const clean = new Scanner([everywhere], [onlySecrets]);
    const known = this.held && new RememberingKnown(this.held, clean);
    const redactor = (scanner: TextScanner) =>
      new TextRedactor(
        scanner,
        content,
        (rule) => order.get(rule) ?? order.size,
        (finding) => this.replacementOf(finding),
      );
    return {
      content: redactor(this.held && known ? new RememberingScanner(this.held, content, known) : content),
      labels: redactor(new Scanner([finders.certain, everywhere], [finders.certain, onlySecrets])),
      clean: redactor(known ?? clean),
    };
  }

  /** `undefined` when what was found is nobody's name. */
  private replacementOf({ rule, value, replacement }: Finding): string | undefined {
    if (replacement !== undefined) return replacement;
    return rule.pseudonym ? this.pseudonymFor(rule.pseudonym, value) : rule.placeholder;
  }

  /** The same few names come again and again. */
  private pseudonymFor(kind: PseudonymKind, name: string): string | undefined {
    const known = this.named.get(kind) ?? new Map<string, string | undefined>();
    this.named.set(kind, known);
    if (!known.has(name)) known.set(name, this.pseudonymOf(kind, name));
    return known.get(name);
  }

  private pseudonymOf(kind: PseudonymKind, name: string): string | undefined {
    if (isNobody(name)) return undefined;
    return this.context.pseudonyms.of(kind, kind === 'commit' ? name.slice(0, 7) : name);
  }
}

const UNTOUCHED: Touched = { texts: new Set<string>(), hasMore: false };

/** For what other programs said of the session, which is content as well, and no kind of event that may be left out. */
export const NO_EVENT: Event = { id: '', seq: 0, timestamp: '', type: 'meta' };

function stubRecord(): ReceiptRecord {
  return { field: 'text', ...CONTENT_POLICY, placeholder: STUB_TEXT, start: 0, end: STUB_TEXT.length };
}
