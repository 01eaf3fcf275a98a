/**
 * Scans many short texts as one. Most strings of an event are a few dozen characters, and calling for each of them costs
 * more than looking at it. The answer is only which texts hold something; these are then scanned by themselves, so
 * that nothing depends on their neighbours. It never overlooks a text in which a scan of its own finds something.
 */
import { ESCAPING, hasEscapes } from '../encodings/decoded-stretches.ts';
import { PIECE } from '../kernels/scan-layout.ts';
import type { Owner } from './finder.ts';
import type { Finding } from './finding.ts';

/** No pattern goes past a line end, a control character and a line end; no base64 either. */
const SEPARATOR = '\n\u0001\n';
/** Longer texts are better scanned where they are. */
const SHORT = 4_096;
/** What is joined is one piece for those who walk it, and stays in the processor's cache. */
const ENOUGH = PIECE;

export type ScanJoined = (text: string, owner: Owner | undefined) => readonly Finding[];

export class BatchScan {
  private readonly scan: ScanJoined;
  private readonly onText: (text: string) => void;
  private readonly texts: string[] = [];
  private readonly starts: number[] = [];
  private length = 0;

  /** `onText` gets every text that holds something, or may when it is decoded. */
  constructor(scan: ScanJoined, onText: (text: string) => void) {
    this.scan = scan;
    this.onText = onText;
  }

  /** False when the text has to be scanned by itself, because it is long. */
  add(text: string): boolean {
    if (text.length > SHORT) return false;
    if (this.length + text.length > ENOUGH) this.finish();
    this.texts.push(text);
    this.starts.push(this.length);
    this.length += text.length + SEPARATOR.length;
    return true;
  }

  /** Scans what has not been yet. */
  finish(): void {
    if (this.texts.length === 0) return;
    const joined = this.texts.join(SEPARATOR);
    const flagged = new Set<number>();
    for (const sign of ESCAPING) this.flagEscapes(joined, sign, flagged);
    for (const { start, end } of this.scan(joined, this.owner)) {
      for (let i = this.indexAt(start); i < this.texts.length && this.starts[i]! < end; i++) flagged.add(i);
    }
    for (const i of flagged) this.onText(this.texts[i]!);
    this.texts.length = 0;
    this.starts.length = 0;
    this.length = 0;
  }

  /** Looks for the sign in all texts at once; only those that hold it are asked. */
  private flagEscapes(joined: string, sign: string, flagged: Set<number>): void {
    for (let at = joined.indexOf(sign); at >= 0; ) {
      const i = this.indexAt(at);
      if (hasEscapes(this.texts[i]!)) flagged.add(i);
      const next = this.starts[i + 1];
      at = next === undefined ? -1 : joined.indexOf(sign, next);
    }
  }

  /** The text around a match, as its own scan would see it; none when the match goes over the end of its text. */
  private readonly owner: Owner = (start, end) => {
    const i = this.indexAt(start);
    const text = this.texts[i]!;
    const offset = this.starts[i]!;
    return end <= offset + text.length ? { text, offset } : undefined;
  };

  /** The last text that begins at or before a place. */
  private indexAt(place: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
