/**
 * Which texts of an event the second pass has to look at: those in which the first pass found something, and those that
 * hold something known from elsewhere. All others go through as they are.
 */
import type { Event } from '../../transcript.ts';
import { BatchScan } from '../matching/batch-scan.ts';
import type { Scanner } from '../matching/scanner.ts';
import { TextCollector, type TextTaker } from '../walk/text-collector.ts';
import type { HeldTexts } from './held-texts.ts';
import type { TextMarks } from './marked-texts.ts';

export interface Touched {
  readonly texts: ReadonlySet<string>;
  /** Something else has to go: the name of a field, or what is nested too deep to be looked at. */
  readonly hasMore: boolean;
}

export class TouchedTexts implements TextTaker {
  private readonly known: Scanner;
  private readonly isRenamed: (name: string) => boolean;
  private readonly batch: BatchScan;
  private readonly collector = new TextCollector(this);
  private marked: TextMarks | undefined;
  private held: HeldTexts | undefined;
  private readonly touched = new Set<string>();
  private hasMore = false;

  constructor(known: Scanner, isRenamed: (name: string) => boolean) {
    this.known = known;
    this.isRenamed = isRenamed;
    this.batch = new BatchScan(
      (text, owner) => known.scan(text, { owner }),
      (text) => this.touched.add(text),
    );
  }

  /** The texts to look at; the set is only valid until the next call. */
  find(event: Event, marked: TextMarks): Touched {
    this.marked = marked;
    this.hasMore = false;
    if (this.touched.size > 0) this.touched.clear();
    this.collector.collect(event);
    this.batch.finish();
    return { texts: this.touched, hasMore: this.hasMore };
  }

  /** The same for all texts of a transcript that is at hand, names of fields among them. */
  among(held: HeldTexts, marked: TextMarks): ReadonlySet<string> {
    this.marked = marked;
    this.held = held;
    for (const text of held.texts) this.label(text);
    this.batch.finish();
    this.held = undefined;
    const touched = new Set(this.touched);
    this.touched.clear();
    return touched;
  }

  content(text: string): void {
    this.label(text);
  }

  label(text: string): void {
    if (this.marked?.has(text)) this.touched.add(text);
    else if (!this.batch.add(text) && this.holdsKnown(text)) this.touched.add(text);
  }

  private holdsKnown(text: string): boolean {
    const found = this.known.scan(text);
    this.held?.keepKnown(text, found);
    return found.length > 0;
  }

  name(name: string): void {
    if (this.isRenamed(name)) this.hasMore = true;
  }

  tooDeep(): void {
    this.hasMore = true;
  }
}
