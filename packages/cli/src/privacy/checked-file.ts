/** Checks a JSON file with comments against a description, and names the place of everything that does not fit. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { inWords } from '../config/config-file.ts';
import { suggestion } from '../did-you-mean.ts';

export type Shape =
  | { readonly is: 'text'; readonly choices?: readonly string[] }
  | { readonly is: 'flag' }
  | { readonly is: 'count' }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'table'; readonly of: Shape }
  | {
      readonly is: 'object';
      readonly fields: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
    };

export interface Fault {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export class CheckedFile {
  readonly text: string;
  readonly root: Node | undefined;
  readonly faults: Fault[] = [];

  constructor(text: string, shape: Shape) {
    this.text = text;
    const errors: ParseError[] = [];
    this.root = text.trim() === '' ? undefined : parseTree(text, errors, { allowTrailingComma: true });
    for (const { error, offset } of errors) this.report(offset, `not JSON: ${inWords(printParseErrorCode(error))}`);
    if (this.root && errors.length === 0) this.#check(this.root, shape, '');
  }

  report(offset: number, message: string): void {
    const before = this.text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    this.faults.push({ message, line: before.split('\n').length, column: offset - lineStart + 1 });
  }

  #check(node: Node, shape: Shape, name: string): void {
    if (shape.is === 'list' && node.type === 'array') {
      for (const item of node.children ?? []) this.#check(item, shape.of, name);
    } else if (shape.is === 'table' && node.type === 'object') {
      for (const { key, value } of properties(node)) this.#check(value, shape.of, String(key.value));
    } else if (shape.is === 'object' && node.type === 'object') this.#checkObject(node, shape, name);
    else if (!fits(node, shape)) {
      this.report(node.offset, `${name === '' ? '' : `${name}: `}expected ${expected(shape)}`);
    }
  }

  #checkObject(node: Node, shape: Shape & { is: 'object' }, name: string): void {
    const given = new Set<string>();
    for (const { key, value } of properties(node)) {
      const field = String(key.value);
      const known = Object.hasOwn(shape.fields, field) ? shape.fields[field] : undefined;
      if (given.has(field)) this.report(key.offset, `"${field}" is given twice`);
      else if (known) this.#check(value, known, field);
      else this.report(key.offset, `unknown "${field}".${suggestion(field, Object.keys(shape.fields))}`);
      given.add(field);
    }
    for (const field of shape.required ?? []) {
      if (!given.has(field)) this.report(node.offset, `${name === '' ? '' : `${name}: `}"${field}" is missing`);
    }
  }
}

/** Name and value of each property, as far as they are there. */
export function properties(node: Node): { key: Node; value: Node }[] {
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []));
}

function fits(node: Node, shape: Shape): boolean {
  if (shape.is === 'flag') return node.type === 'boolean';
  if (shape.is === 'count') return node.type === 'number' && Number.isSafeInteger(node.value) && node.value >= 0;
  return shape.is === 'text' && node.type === 'string' && (shape.choices?.includes(node.value as string) ?? true);
}

function expected(shape: Shape): string {
  if (shape.is === 'text' && shape.choices) return `one of ${shape.choices.join(', ')}`;
  if (shape.is === 'object') return `an object in braces: { "${Object.keys(shape.fields)[0]}": … }`;
  return {
    text: 'text in quotes',
    flag: 'true or false',
    count: 'a whole number from 0',
    list: 'a list in brackets',
    table: 'an object in braces',
  }[shape.is];
}
