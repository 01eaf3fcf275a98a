/**
 * Gathers the strings of an event by what they are for, so that they can be scanned together. It goes the way of
 * `StringRewriter`, but notes neither places nor changes: most events are looked at and never rewritten.
 */
import type { Event } from '../../transcript.ts';
import { EVENT_SHAPE, type FieldUse, type Shape } from './fields.ts';
import { nameOfField } from './paired-name.ts';
import { DEEPEST, declaresPicture, isTelling } from './rewrite-strings.ts';
import { isTime } from './time-text.ts';

export interface TextTaker {
  /** A text that all rules are for. `name` is the field it stands in; none in a list. */
  content(text: string, name: string, picture: boolean): void;
  /** A label or a reference. */
  label(text: string): void;
  /** The name of a field that is not the format's own. */
  name(name: string): void;
  /** Something is nested deeper than is looked at: it must not stay. */
  tooDeep(): void;
}

/** Nothing that is looked for is shorter. */
export const SHORTEST_TEXT = 4;

export class TextCollector {
  private readonly taker: TextTaker;

  constructor(taker: TextTaker) {
    this.taker = taker;
  }

  collect(event: Event): void {
    this.object(event, EVENT_SHAPE, 0);
  }

  private object(object: Readonly<Record<string, unknown>>, shape: Shape | undefined, depth: number): void {
    const picture = declaresPicture(object);
    const fields = shape?.fields;
    // The engine is fastest with this loop; what is inherited, if anything is, would be looked at as well.
    for (const name in object) {
      const field = fields?.get(name);
      if (field === undefined || !field.isGiven) this.taker.name(name);
      const value = object[name];
      const use = field === undefined ? 'content' : field.use;
      if (typeof value === 'string') this.text(value, use, nameOfField(object, name), picture);
      else if (typeof value === 'number') {
        if (field === undefined && isTelling(value)) this.taker.content(String(value), name, picture);
      } else if (typeof value === 'object' && value !== null) {
        this.within(value, field?.nested, use, picture, depth + 1);
      }
    }
  }

  private within(value: object, shape: Shape | undefined, use: FieldUse, picture: boolean, depth: number): void {
    if (depth > DEEPEST) {
      this.taker.tooDeep();
      return;
    }
    if (!Array.isArray(value)) {
      this.object(value as Record<string, unknown>, shape, depth);
      return;
    }
    for (const item of value) {
      if (typeof item === 'string') this.text(item, use, '', picture);
      else if (typeof item === 'number') {
        if (shape === undefined && isTelling(item)) this.taker.content(String(item), '', picture);
      } else if (typeof item === 'object' && item !== null) this.within(item, shape, use, picture, depth + 1);
    }
  }

  private text(text: string, use: FieldUse, name: string, picture: boolean): void {
    if (text.length < SHORTEST_TEXT) return;
    if (use === 'content') this.taker.content(text, name, picture);
    else if (use !== 'time' || !isTime(text)) this.taker.label(text);
  }
}
