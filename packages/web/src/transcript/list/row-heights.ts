/**
 * Heights of rows: as they were measured, or the mean of those of the same type that were. What was measured at
 * another level or width does not count.
 */
const FIRST_GUESS: Readonly<Record<string, number>> = {
  user_message: 68,
  assistant_message: 62,
  reasoning: 30,
  tool_call: 32,
  tool_result: 32,
};
const OTHERS = 32;

export class RowHeights {
  readonly #measured = new Map<number, number>();
  readonly #means = new Map<string, { sum: number; count: number }>();
  #layout = '';

  /** Forgets everything when the layout is another. */
  use(layout: string): void {
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#measured.clear();
    this.#means.clear();
  }

  measured(row: number, type: string, height: number): void {
    const before = this.#measured.get(row);
    this.#measured.set(row, height);
    const mean = this.#means.get(type) ?? { sum: 0, count: 0 };
    mean.sum += height - (before ?? 0);
    if (before === undefined) mean.count++;
    this.#means.set(type, mean);
  }

  of(row: number, type: string): number {
    return this.#measured.get(row) ?? this.guess(type);
  }

  guess(type: string): number {
    const mean = this.#means.get(type);
    // A few rows say little; the guess from before they were seen counts as some more.
    const usual = (Object.hasOwn(FIRST_GUESS, type) ? FIRST_GUESS[type] : undefined) ?? OTHERS;
    return mean ? (mean.sum + usual * 3) / (mean.count + 3) : usual;
  }
}
