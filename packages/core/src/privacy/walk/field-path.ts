/**
 * The name of a field in a receipt. Fields of the format are dotted, as in `tool.output` and `parts.0.text`; below a
 * field that is free in form, names are anybody's and follow as a JSON Pointer: `tool.input/headers/x~1y`. It is put together
 * when it is asked for, which is rare: the walk itself only notes names.
 */
export class FieldPath {
  /** Names from the outermost to the innermost; only valid until the path moves on. */
  readonly parts: string[] = [];
  private readonly free: boolean[] = [];

  get depth(): number {
    return this.parts.length;
  }

  /** The innermost name. */
  get name(): string {
    return this.parts[this.parts.length - 1] ?? '';
  }

  enter(name: string, free: boolean): void {
    this.parts.push(name);
    this.free.push(free);
  }

  leave(): void {
    this.parts.pop();
    this.free.pop();
  }

  toString(): string {
    const end = this.parts.findIndex((name, i) => this.free[i] || !PLAIN.test(name));
    const dotted = end < 0 ? this.parts.length : end;
    const pointer = this.parts.slice(dotted).map((name) => `/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);
    return this.parts.slice(0, dotted).join('.') + pointer.join('');
  }
}

/** A name that cannot be mistaken for a part of the path. */
const PLAIN = /^[A-Za-z0-9_-]+$/;
