/**
 * The first pass: reads every string of every field, and remembers what must go wherever else it stands. Nothing is
 * changed. Says whether anything was found, so that the second pass need not scan clean events again.
 */
import type { Event, Session, Transcript } from '../../transcript.ts';
import { isAbsolutePath } from '../anonymise/project-root.ts';
import type { Scanner } from '../matching/scanner.ts';
import { EVENT_SHAPE, HEAD_SHAPE } from '../walk/fields.ts';
import { type StringPlace, StringRewriter, type StringVisitor } from '../walk/rewrite-strings.ts';
import { isTime } from '../walk/time-text.ts';
import type { Known } from './known.ts';

/** Names of fields that say where somebody works, and on what. */
const FOLDER_NAME =
  /^(?:cwd|work(?:ing)?_?dir(?:ectory)?|workspace(?:_?(?:root|path|folder|dir(?:ectory)?))?|project_?(?:path|root|dir(?:ectory)?)|repo_?root|git_?root|worktree)$/i;
const REMOTE_NAME = /^(?:git_?)?(?:remote|origin|repository|repo)(?:_?url)?$/i;
const HOST_NAME = /^(?:hostname|host_name|computer_?name|machine_?name)$/i;

export class Learner implements StringVisitor {
  private readonly known: Known;
  private readonly content: Scanner;
  private readonly labels: Scanner;
  private readonly rewriter = new StringRewriter(this);
  /** Names of fields that were looked at already: they repeat in every event. */
  private readonly names = new Set<string>();
  /** Texts of this event that were looked at already. */
  private readonly texts = new Set<string>();
  private found = 0;

  constructor(known: Known, content: Scanner, labels: Scanner) {
    this.known = known;
    this.content = content;
    this.labels = labels;
  }

  /** True when anything was found in the event itself. */
  learnEvent(event: Event): boolean {
    const before = this.found;
    this.rewriter.rewrite(event, EVENT_SHAPE);
    this.texts.clear();
    return this.found > before;
  }

  learnHead(head: Omit<Transcript, 'events'>): void {
    this.learnEnvironment(head.session);
    this.rewriter.rewrite({ ...head, privacy: undefined }, HEAD_SHAPE);
    this.texts.clear();
  }

  /** Texts that are not strings of the transcript, such as decoded attachments. */
  learnText(text: string): void {
    for (const finding of this.content.scan(text)) this.known.learn(finding);
  }

  private learnEnvironment(session: Session): void {
    const repo = session?.environment?.repo;
    if (typeof repo?.name === 'string') this.known.names.learn('repo', repo.name);
    if (typeof repo?.commit === 'string' && /^[0-9a-f]{7,64}$/.test(repo.commit)) {
      this.known.names.learn('commit', repo.commit);
    }
  }

  visit(text: string, place: StringPlace): string {
    if (place.use === 'time' && isTime(text)) return text;
    if (text.length > 64) {
      if (this.texts.has(text)) return text;
      this.texts.add(text);
    }
    if (place.use === 'content') this.learnByName(text, place.path.name);
    const scanner = place.use === 'content' ? this.content : this.labels;
    for (const finding of scanner.scan(text, place)) {
      this.found++;
      this.known.learn(finding);
    }
    return text;
  }

  private learnByName(text: string, name: string): void {
    if (text.length > 1000) return;
    if (FOLDER_NAME.test(name) && isAbsolutePath(text)) this.known.names.learnFolder(text);
    else if (REMOTE_NAME.test(name)) this.known.names.learnRemote(text);
    else if (HOST_NAME.test(name)) this.known.names.learn('host', text);
  }

  rename(name: string): string {
    if (this.names.has(name)) return name;
    if (this.names.size < 10_000) this.names.add(name);
    for (const finding of this.content.scan(name)) {
      this.found++;
      this.known.learn(finding);
    }
    return name;
  }

  renamed(): void {}

  tooDeep(): string {
    return '';
  }
}
