/** How long a match can be, and with which characters it can begin. */
import { type Characters, type Node, noCharacters, union } from './pattern.ts';

export interface Extent {
  readonly min: number;
  /** Infinity when nothing bounds it. */
  readonly max: number;
}

export function extentOf(node: Node): Extent {
  switch (node.kind) {
    case 'characters':
      return { min: 1, max: 1 };
    case 'edge':
    case 'look':
      return { min: 0, max: 0 };
    case 'group':
      return extentOf(node.item);
    case 'sequence': {
      const all = node.items.map(extentOf);
      return { min: sum(all.map((extent) => extent.min)), max: sum(all.map((extent) => extent.max)) };
    }
    case 'choice': {
      const all = node.options.map(extentOf);
      return { min: Math.min(...all.map((extent) => extent.min)), max: Math.max(...all.map((extent) => extent.max)) };
    }
    case 'repeat': {
      const one = extentOf(node.item);
      return { min: one.min * node.min, max: one.max === 0 ? 0 : one.max * node.max };
    }
  }
}

/** The characters a match can begin with, and whether the match can be empty. */
export function firstOf(node: Node): { set: Characters; canBeEmpty: boolean } {
  switch (node.kind) {
    case 'characters':
      return { set: node.set, canBeEmpty: false };
    case 'edge':
    case 'look':
      return { set: noCharacters(), canBeEmpty: true };
    case 'group':
      return firstOf(node.item);
    case 'sequence':
      return firstOfSequence(node.items);
    case 'choice': {
      const all = node.options.map(firstOf);
      return { set: union(all.map((first) => first.set)), canBeEmpty: all.some((first) => first.canBeEmpty) };
    }
    case 'repeat': {
      const { set, canBeEmpty } = firstOf(node.item);
      return { set, canBeEmpty: canBeEmpty || node.min === 0 };
    }
  }
}

export function firstOfSequence(items: readonly Node[]): { set: Characters; canBeEmpty: boolean } {
  const sets: Characters[] = [];
  for (const item of items) {
    const { set, canBeEmpty } = firstOf(item);
    sets.push(set);
    if (!canBeEmpty) return { set: union(sets), canBeEmpty: false };
  }
  return { set: union(sets), canBeEmpty: true };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
