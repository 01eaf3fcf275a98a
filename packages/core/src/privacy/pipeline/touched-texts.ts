/**
 * Which texts of an event the second pass has to look at: those in which the first pass found something, and those that
 * hold something known from elsewhere. All others go through as they are.
 */
import type { Event } from '../../transcript.ts';
import { BatchScan } from '../matching/batch-scan.ts';
import type { Scanner } from '../matching/scanner.ts';
import { TextCollector, type TextTaker } from '../walk/text-collector.ts';
import type { MarkedTexts } from './marked-texts.ts';

export class TouchedTexts implements TextTaker {
  private readonly known: Scanner;
  private readonly isRenamed: (name: string) => boolean;
  private readonly batch: BatchScan;
  private readonly collector = new TextCollector(this);
  private marked: MarkedTexts | undefined;
  private readonly touched = new Set<string>();
  private renames = false;

  constructor(known: Scanner, isRenamed: (name: string) => boolean) {
    this.known = known;
    this.isRenamed = isRenamed;
    this.batch = new BatchScan((text, owner) => known.scan(text, { owner }));
  }

  /** The texts to look at; the set is only valid until the next call. */
  find(event: Event, marked: MarkedTexts): { texts: ReadonlySet<string>; renames: boolean } {
    this.marked = marked;
    this.renames = false;
    if (this.touched.size > 0) this.touched.clear();
    this.collector.collect(event);
    this.batch.finish((text) => this.touched.add(text));
    return { texts: this.touched, renames: this.renames };
  }

  /** The same for texts that are at hand. Names of fields are not looked at. */
  among(held: readonly string[], marked: MarkedTexts): ReadonlySet<string> {
    this.marked = marked;
    if (this.touched.size > 0) this.touched.clear();
    for (const text of held) this.label(text);
    this.batch.finish((text) => this.touched.add(text));
    return this.touched;
  }

  content(text: string): void {
    this.label(text);
  }

  label(text: string): void {
    if (this.marked?.has(text)) this.touched.add(text);
    else if (!this.batch.add(text) && this.known.scan(text).length > 0) this.touched.add(text);
  }

  name(name: string): boolean {
    if (!this.isRenamed(name)) return true;
    this.renames = true;
    return false;
  }
}
