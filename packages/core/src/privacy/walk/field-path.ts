/**
 * The name of a field in a receipt. Fields of the format are dotted, as in `tool.output` and `parts.0.text`; below a
 * field that is free in form, names are anybody's and follow as a JSON Pointer: `tool.input/headers/x~1y`.
 */
export class FieldPath {
  /** Names from the outermost to the innermost; only valid until the path moves on. */
  readonly parts: string[] = [];
  /** How many parts are dotted; the rest is the pointer. */
  private dotted = 0;

  get depth(): number {
    return this.parts.length;
  }

  /** The innermost name. */
  get name(): string {
    return this.parts.at(-1) ?? '';
  }

  enter(name: string, free: boolean): void {
    if (!free && this.dotted === this.parts.length && PLAIN.test(name)) this.dotted++;
    this.parts.push(name);
  }

  leave(): void {
    this.parts.pop();
    if (this.dotted > this.parts.length) this.dotted = this.parts.length;
  }

  toString(): string {
    const pointer = this.parts.slice(this.dotted).map((name) => `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);
    return this.parts.slice(0, this.dotted).join('.') + pointer.join('');
  }
}

/** A name that cannot be mistaken for a part of the path. */
const PLAIN = /^[A-Za-z0-9_-]+$/;
