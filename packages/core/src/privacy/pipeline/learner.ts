/**
 * The first pass: reads every string of every field, and remembers what must go wherever else it stands. Nothing is
 * changed. Texts in which something was found are marked, so that the second pass need not scan the others again.
 */
import type { Event, Session, Transcript } from '../../transcript.ts';
import { isAbsolutePath } from '../anonymise/project-root.ts';
import { BatchScan } from '../matching/batch-scan.ts';
import type { Finding } from '../matching/finding.ts';
import type { Scanner } from '../matching/scanner.ts';
import { placeholdersIn } from '../texts/placeholder.ts';
import { TextCollector, type TextTaker } from '../walk/text-collector.ts';
import { isWord } from '../walk/word-text.ts';
import { AS_CONTENT, AS_LABEL, type HeldTexts } from './held-texts.ts';
import type { Known } from './known.ts';
import { MarkedTexts, type TextMarks } from './marked-texts.ts';

/** Names of fields that say where somebody works, and on what. */
const NAMES = {
  folder:
    /^(?:cwd|work(?:ing)?_?dir(?:ectory)?|workspace(?:_?(?:root|path|folder|dir(?:ectory)?))?|project_?(?:path|root|dir(?:ectory)?)|repo_?root|git_?root|worktree)$/i,
  remote: /^(?:git_?)?(?:remote|origin|repository|repo)(?:_?url)?$/i,
  host: /^(?:hostname|host_name|computer_?name|machine_?name)$/i,
};
type NameKind = keyof typeof NAMES;

/** What the name of a field says about its value. */
interface FieldName {
  readonly kind: NameKind | undefined;
  /** The value may be a secret because it is called one. */
  readonly telling: boolean;
  /** Of the name among the held texts, when it stands there. */
  number: number | undefined;
}

/** Short texts repeat in many events, long ones within their own. */
const SHORT = 256;
const MOST_REMEMBERED = 20_000;

export class Learner implements TextTaker {
  private readonly known: Known;
  private readonly contents: Scanner;
  private readonly labels: Scanner;
  private readonly contentBatch: BatchScan;
  private readonly labelBatch: BatchScan;
  private readonly collector = new TextCollector(this);
  /** What was looked at already. */
  private readonly seenLabels = new Set<string>();
  private readonly seenNames = new Map<string, FieldName>();
  private lastName = '';
  private lastField: FieldName = { kind: undefined, telling: false, number: undefined };
  private readonly seenTexts = new Set<string>();
  private readonly seenLong = new Set<string>();
  readonly marked: TextMarks;
  private readonly held: HeldTexts | undefined;

  constructor(known: Known, contents: Scanner, labels: Scanner, held?: HeldTexts) {
    this.known = known;
    this.held = held;
    this.marked = held ? new Set<string>() : new MarkedTexts();
    this.contents = contents;
    this.labels = labels;
    this.contentBatch = new BatchScan(
      (text, owner) => contents.scan(text, { owner }),
      (text) => this.learnContent(text),
    );
    this.labelBatch = new BatchScan(
      (text, owner) => labels.scan(text, { owner }),
      (text) => this.learnFrom(text, labels.scan(text)),
    );
  }

  learnEvent(event: Event): void {
    this.collector.collect(event.redactions === undefined ? event : withoutRecords(event));
    if (!this.held && this.seenLong.size > 0) this.seenLong.clear();
  }

  /** To be called when everything was learnt from. */
  finish(): void {
    this.contentBatch.finish();
    this.labelBatch.finish();
  }

  learnHead(head: Omit<Transcript, 'events'>): void {
    this.learnEnvironment(head.session);
    // Which of its strings are labels matters little here: it is learnt from as if all were content.
    this.learnEvent({ ...head, privacy: undefined } as unknown as Event);
  }

  /** Texts that are not strings of the transcript, such as decoded attachments. */
  learnText(text: string): void {
    this.learnFrom(text, this.contents.scan(text));
  }

  /** Of a text as such, without what its field says about it. */
  private learnContent(text: string): void {
    const found = this.contents.scan(text);
    this.learnFrom(text, found);
    if (found.length > 0) this.held?.keep(text, found);
  }

  private learnFrom(text: string, findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    this.marked.add(text);
    // What was replaced before is nothing to learn from.
    const settled = placeholdersIn(text);
    for (const finding of findings) {
      if (!settled.some(({ start, end }) => start < finding.end && end > finding.start)) this.known.learn(finding);
    }
  }

  private learnEnvironment(session: Session): void {
    const repo = session?.environment?.repo;
    const git = session?.git;
    if (typeof repo?.name === 'string') this.known.names.learn('repo', repo.name);
    for (const commit of [repo?.commit, git?.startCommit, git?.endCommit]) {
      if (typeof commit === 'string' && /^[0-9a-f]{7,64}$/.test(commit)) this.known.names.learn('commit', commit);
    }
    if (typeof git?.root === 'string') this.learnByName(git.root, 'folder');
  }

  content(text: string, name: string, picture: boolean): void {
    const number = this.held ? this.held.add(text) : 0;
    const { kind, telling } = this.fieldName(name);
    if (kind !== undefined) this.learnByName(text, kind);
    if (telling) this.learnFrom(text, this.contents.scan(text, { picture, name }));
    else if (picture) this.learnFrom(text, this.contents.scan(text, { picture }));
    else if (this.isNew(text, number) && !this.contentBatch.add(text)) this.learnContent(text);
  }

  private isNew(text: string, number: number): boolean {
    if (this.held) return this.held.isFirst(number, AS_CONTENT);
    const seen = text.length < SHORT ? this.seenTexts : this.seenLong;
    if (seen.has(text)) return false;
    if (seen.size >= MOST_REMEMBERED) seen.clear();
    seen.add(text);
    return true;
  }

  label(text: string): void {
    if (!this.isNewLabel(text)) return;
    if (!isWord(text)) {
      if (!this.contentBatch.add(text)) this.learnContent(text);
      return;
    }
    if (!this.labelBatch.add(text)) this.learnFrom(text, this.labels.scan(text));
  }

  private isNewLabel(text: string): boolean {
    if (this.held) return this.held.isFirst(this.held.add(text), AS_LABEL);
    if (this.seenLabels.has(text)) return false;
    if (this.seenLabels.size >= MOST_REMEMBERED) this.seenLabels.clear();
    this.seenLabels.add(text);
    return true;
  }

  name(name: string): void {
    const field = this.fieldName(name);
    if (!this.held) return;
    if (field.number === undefined) field.number = this.held.add(name);
    else this.held.addAgain(field.number);
  }

  tooDeep(): void {
    this.held?.noteDepth();
  }

  private learnByName(text: string, kind: NameKind): void {
    if (text.length > 1000) return;
    if (kind === 'host') this.known.names.learn('host', text);
    else if (kind === 'remote') this.known.names.learnRemote(text);
    else if (isAbsolutePath(text)) this.known.names.learnFolder(text);
  }

  /** A name that is new is learnt from like any other text. */
  private fieldName(name: string): FieldName {
    // Whose name is told is often whose value is next.
    if (name === this.lastName) return this.lastField;
    this.lastName = name;
    this.lastField = this.seenNames.get(name) ?? this.newField(name);
    return this.lastField;
  }

  private newField(name: string): FieldName {
    const kind = (Object.keys(NAMES) as NameKind[]).find((one) => NAMES[one].test(name));
    const field = { kind, telling: this.contents.isNamed(name), number: undefined };
    if (this.seenNames.size >= MOST_REMEMBERED) this.seenNames.clear();
    this.seenNames.set(name, field);
    if (!this.contentBatch.add(name)) this.learnContent(name);
    return field;
  }
}

/** What a document says was removed before is nothing to learn from. */
export function withoutRecords({ redactions, ...event }: Event): Event {
  return event as Event;
}
