/** Gathers the strings of an event by what they are for, so that they can be scanned together. */
import type { Event } from '../../transcript.ts';
import { EVENT_SHAPE } from './fields.ts';
import { type StringPlace, StringRewriter, type StringVisitor } from './rewrite-strings.ts';
import { isTime } from './time-text.ts';

export interface TextTaker {
  /** A text that all rules are for. `name` is the field it stands in. */
  content(text: string, name: string, picture: boolean): void;
  /** A label or a reference. */
  label(text: string): void;
  /** The name of a field; whether it will always stay as it is, and need not be told again. */
  name(name: string): boolean;
}

export class TextCollector implements StringVisitor {
  private readonly rewriter = new StringRewriter(this);
  private readonly taker: TextTaker;

  constructor(taker: TextTaker) {
    this.taker = taker;
  }

  collect(event: Event): void {
    this.rewriter.rewrite(event, EVENT_SHAPE);
  }

  visit(text: string, { use, path, picture }: StringPlace): string {
    if (text.length < SHORTEST_TEXT || (use === 'time' && isTime(text))) return text;
    if (use === 'content') this.taker.content(text, path.name, picture);
    else this.taker.label(text);
    return text;
  }

  rename(name: string): string {
    return this.taker.name(name) ? name : '';
  }

  renamed(): void {}

  tooDeep(): string {
    return '';
  }
}

/** Nothing that is looked for is shorter. */
export const SHORTEST_TEXT = 4;
