/** Keywords, by the classes of their characters, as a tree with its failure links already followed. */
import { CLASSES } from './character-classes.ts';

export class KeywordTrie {
  readonly outputs: number[][] = [[]];
  readonly depths: number[] = [0];
  readonly goTo: Int32Array;
  private readonly children: Map<number, number>[] = [new Map()];

  constructor(keywords: readonly (readonly number[])[]) {
    keywords.forEach((keyword, number) => {
      this.add(keyword, number);
    });
    this.goTo = new Int32Array(this.outputs.length * CLASSES);
    this.link();
  }

  private add(keyword: readonly number[], number: number): void {
    let state = 0;
    for (const c of keyword) {
      const next = this.children[state]!.get(c) ?? this.outputs.length;
      if (next === this.outputs.length) {
        this.children[state]!.set(c, next);
        this.children.push(new Map());
        this.outputs.push([]);
        this.depths.push(this.depths[state]! + 1);
      }
      state = next;
    }
    this.outputs[state]!.push(number);
  }

  /** Breadth first, so that the state to fall back to is always done. */
  private link(): void {
    const fallback = new Int32Array(this.outputs.length);
    const queue = [0];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head]!;
      const back = fallback[state]!;
      if (state !== 0) this.outputs[state]!.push(...this.outputs[back]!);
      for (let c = 0; c < CLASSES; c++) {
        const child = this.children[state]!.get(c);
        const fallen = state === 0 ? 0 : this.goTo[back * CLASSES + c]!;
        this.goTo[state * CLASSES + c] = child ?? fallen;
        if (child === undefined) continue;
        fallback[child] = fallen;
        queue.push(child);
      }
    }
  }
}
