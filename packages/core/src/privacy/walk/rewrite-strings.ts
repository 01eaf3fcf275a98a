/**
 * Walks every string of a value, names of fields included, and puts back what the visitor makes of it. Values that do
 * not change are returned as they are, so that an event without findings is not copied. Depth is bounded, and what
 * lies deeper is handed over whole, never skipped.
 */
import { FieldPath } from './field-path.ts';
import type { FieldUse, Shape } from './fields.ts';
import { nameOfField } from './paired-name.ts';

export interface StringPlace {
  readonly path: FieldPath;
  readonly use: FieldUse;
  /** The object around it says that it holds a picture or another medium that is not text. */
  readonly picture: boolean;
  /** What it is called: by its field, or by another that names it. */
  readonly name: string;
}

export interface StringVisitor {
  /** The place is only valid during the call. */
  visit(text: string, place: StringPlace): string;
  /** Whether a text stays as it is wherever it stands: nothing more is asked about most. */
  keeps?(text: string): boolean;
  /** What a number becomes that nobody knows the meaning of; `undefined` when it stays. */
  number?(value: number, place: StringPlace): string | undefined;
  /** What the name of a field becomes. */
  rename(name: string): string;
  /** A field has a new name; the place is the field's, under that name. */
  renamed(oldName: string, place: StringPlace): void;
  /** What to put in place of a value that is nested deeper than anything real. */
  tooDeep(place: StringPlace): string;
}

/** JSON that agents write is a few dozen levels deep at most; the stack holds thousands. */
export const DEEPEST = 400;
const MOST_REMEMBERED = 10_000;

export class StringRewriter {
  private readonly path = new FieldPath();
  private readonly kept = new Set<string>();
  private readonly place = { path: this.path, use: 'content' as FieldUse, picture: false, name: '' };
  /** The name beside the field that is looked at, when there is one. */
  private named: string | undefined;
  private readonly visitor: StringVisitor;

  constructor(visitor: StringVisitor) {
    this.visitor = visitor;
  }

  /** Rewrites an object of the format, whose fields have the uses that the shape says. */
  rewrite<T>(value: T, shape: Shape): T {
    return this.value(value, shape, 'content', false) as T;
  }

  /** Rewrites a value under the names that receipts give it. */
  rewriteAt<T>(names: readonly string[], value: T, shape?: Shape, use: FieldUse = 'content'): T {
    for (const name of names) this.path.enter(name, false);
    const rewritten = this.value(value, shape, use, false) as T;
    for (const _ of names) this.path.leave();
    return rewritten;
  }

  private value(value: unknown, shape: Shape | undefined, use: FieldUse, picture: boolean): unknown {
    if (typeof value === 'string') return this.visitor.visit(value, this.at(use, picture));
    if (typeof value === 'number') return this.visitor.number?.(value, this.at(use, picture)) ?? value;
    if (typeof value !== 'object' || value === null) return value;
    if (this.path.depth > DEEPEST) return this.visitor.tooDeep(this.at(use, picture));
    if (Array.isArray(value)) return this.list(value, shape, use, picture);
    return this.object(value as Record<string, unknown>, shape);
  }

  private at(use: FieldUse, picture: boolean): StringPlace {
    this.place.use = use;
    this.place.picture = picture;
    this.place.name = this.named ?? this.path.name;
    return this.place;
  }

  private list(
    list: readonly unknown[],
    shape: Shape | undefined,
    use: FieldUse,
    picture: boolean,
  ): readonly unknown[] {
    let changed: unknown[] | undefined;
    for (let i = 0; i < list.length; i++) {
      const after = this.item(list[i], i, shape, use, picture);
      if (after !== list[i]) changed ??= list.slice(0, i);
      changed?.push(after);
    }
    return changed ?? list;
  }

  private item(item: unknown, i: number, shape: Shape | undefined, use: FieldUse, picture: boolean): unknown {
    if (typeof item === 'number' ? shape !== undefined || !isTelling(item) : !isText(item)) return item;
    this.path.enter(String(i), shape === undefined);
    const after = this.value(item, shape, use, picture);
    this.path.leave();
    return after;
  }

  /** Only the first change makes a copy, which has its fields in the same order. */
  private object(object: Record<string, unknown>, shape: Shape | undefined): Record<string, unknown> {
    const names = Object.keys(object);
    const newNames = shape?.fixed ? names : this.newNames(names, shape?.fields);
    const picture = declaresPicture(object);
    if (newNames !== names) return this.renamed(object, names, newNames, shape, picture);
    let changed: Record<string, unknown> | undefined;
    for (const name of names) {
      const value = object[name];
      if (this.stays(name, value, shape)) continue;
      if (typeof value === 'string') this.named = nameOfField(object, name);
      const after = this.field(name, value, name, shape, picture);
      this.named = undefined;
      if (after === value) continue;
      changed ??= { ...object };
      setOwn(changed, name, after);
    }
    return changed ?? object;
  }

  /** Whether a value is nothing to look at. What numbers of the format mean is known. */
  private stays(name: string, value: unknown, shape: Shape | undefined): boolean {
    if (typeof value === 'string') return this.visitor.keeps?.(value) === true;
    if (typeof value === 'number') return !isTelling(value) || shape?.fields.get(name) !== undefined;
    return typeof value !== 'object' || value === null;
  }

  private renamed(
    object: Record<string, unknown>,
    names: readonly string[],
    newNames: readonly string[],
    shape: Shape | undefined,
    picture: boolean,
  ): Record<string, unknown> {
    const renamed: Record<string, unknown> = {};
    for (const [i, name] of names.entries()) {
      const value = object[name];
      const beside = typeof value === 'string' ? nameOfField(object, name) : name;
      if (beside !== name) this.named = beside;
      setOwn(renamed, newNames[i]!, this.field(name, value, newNames[i]!, shape, picture));
      this.named = undefined;
    }
    return renamed;
  }

  private field(name: string, value: unknown, newName: string, shape: Shape | undefined, picture: boolean): unknown {
    this.path.enter(newName, shape === undefined);
    if (newName !== name) this.visitor.renamed(name, this.at('content', false));
    const known = shape?.fields.get(name);
    const after = this.value(value, shape?.fixed ? shape : known?.nested, known?.use ?? 'content', picture);
    this.path.leave();
    return after;
  }

  /** Names repeat in every object: those that stay as they are are asked about once. */
  private nameFor(name: string): string {
    if (this.kept.has(name)) return name;
    const after = this.visitor.rename(name);
    if (after === name && this.kept.size < MOST_REMEMBERED) this.kept.add(name);
    return after;
  }

  /** Names are texts too, but for those that the format gives. Two that come out the same are told apart by a number. */
  private newNames(names: readonly string[], fields: Shape['fields'] | undefined): readonly string[] {
    let renamed: string[] | undefined;
    for (let i = 0; i < names.length; i++) {
      const after = fields?.get(names[i]!)?.isGiven ? names[i]! : this.nameFor(names[i]!);
      if (after !== names[i]) renamed ??= names.slice(0, i);
      renamed?.push(after);
    }
    return renamed ? numbered(renamed) : names;
  }
}

/** Shorter numbers, and fractions, are nobody's. */
export const isTelling = (value: number): boolean =>
  (value >= SHORTEST_NUMBER || value <= -SHORTEST_NUMBER) && Number.isInteger(value);
const SHORTEST_NUMBER = 1_000_000;

const isText = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);

/** `__proto__` can be the name of a field as well, which an assignment does not make. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

function numbered(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    for (let number = next.get(name) ?? 2; taken.has(free); number++) {
      free = `${name}#${number}`;
      next.set(name, number + 1);
    }
    taken.add(free);
    return free;
  });
}

/** The object says that it holds something to look at or to listen to. */
export function declaresPicture(object: Readonly<Record<string, unknown>>): boolean {
  for (const name in object) {
    if (name.charCodeAt(0) !== 109 || !MEDIA_NAME.test(name)) continue;
    const type = object[name];
    if (typeof type === 'string' && /^(?:image|audio|video)\//.test(type)) return true;
  }
  return false;
}

const MEDIA_NAME = /^(?:mime|media)(?:_?[tT]ype)?$/;
