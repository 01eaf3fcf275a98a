/**
 * A JSON value as lines of a tree of which parts are folded. Only lines that are shown are made, and children only so
 * many at a time, so a value of any size or depth can be looked at.
 */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';

export interface TreeLine {
  /** Where it is: names joined by `/`, as in a JSON pointer. */
  readonly pointer: string;
  readonly depth: number;
  readonly name: string;
  /** What is shown of the value. */
  readonly value: string;
  readonly kind: 'text' | 'number' | 'word' | 'list' | 'object' | 'more';
  /** Undefined when there is nothing to open. */
  readonly open?: boolean;
}

const PAGE = 100;
const LONGEST = 2000;

export interface TreeState {
  /** Pointers of what is open, with how many children of it are shown. */
  readonly open: ReadonlyMap<string, number>;
}

export const startOf = (value: unknown): TreeState => ({ open: new Map(isContainer(value) ? [['', PAGE]] : []) });

export function treeLines(root: unknown, { open }: TreeState): TreeLine[] {
  const lines: TreeLine[] = [];
  const waiting: { value: unknown; name: string; pointer: string; depth: number; more?: number }[] = [
    { value: root, name: '', pointer: '', depth: 0 },
  ];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { value, name, pointer, depth, more } = item;
    if (more !== undefined) {
      lines.push({ pointer, depth, name: '', value: `${more} more`, kind: 'more', open: false });
      continue;
    }
    const shown = open.get(pointer);
    lines.push(lineOf(value, name, pointer, depth, shown !== undefined));
    if (shown === undefined || !isContainer(value)) continue;
    const entries = Object.entries(value).slice(0, shown);
    const left = sizeOf(value) - entries.length;
    if (left > 0) waiting.push({ value: null, name: '', pointer, depth: depth + 1, more: left });
    for (const [key, child] of entries.toReversed()) {
      waiting.push({ value: child, name: key, pointer: `${pointer}/${escaped(key)}`, depth: depth + 1 });
    }
  }
  return lines;
}

/** Opens or closes what a line stands for; the line of more shows another page. */
export function toggledTree({ open }: TreeState, line: TreeLine): TreeState {
  const next = new Map(open);
  if (line.kind === 'more') next.set(line.pointer, (open.get(line.pointer) ?? 0) + PAGE);
  else if (!next.delete(line.pointer)) next.set(line.pointer, PAGE);
  return { open: next };
}

function lineOf(value: unknown, name: string, pointer: string, depth: number, isOpen: boolean): TreeLine {
  const line = { pointer, depth, name: neutraliseLine(name.slice(0, LONGEST)) };
  if (!isContainer(value)) return { ...line, value: shownValue(value), kind: kindOf(value) };
  const size = sizeOf(value);
  const kind = Array.isArray(value) ? 'list' : 'object';
  const words = kind === 'list' ? `[${size}]` : `{${size}}`;
  return { ...line, value: words, kind, ...(size > 0 ? { open: isOpen } : {}) };
}

function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return neutraliseLine(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

function kindOf(value: unknown): TreeLine['kind'] {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : 'word';
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
const sizeOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length);
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
