/**
 * Windows of use, as subscriptions count them: a window opens at the full hour of the first response, lasts five hours,
 * and the next one opens with the first response after it. A pause as long as a window ends it, too.
 */
export interface TimedUse {
  /** Milliseconds since 1970. */
  readonly time: number;
}

export interface Block<U extends TimedUse> {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  readonly uses: readonly U[];
  /** It can still grow. */
  readonly active: boolean;
}

const HOUR_MS = 3_600_000;
export const BLOCK_MS = 5 * HOUR_MS;

/** `uses` are in order of time. */
export function blocksOf<U extends TimedUse>(uses: Iterable<U>, now: number): Block<U>[] {
  const blocks: { start: number; uses: U[] }[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const use of uses) {
    const open = blocks.at(-1);
    const { time } = use;
    if (open && time < open.start + BLOCK_MS && time - last < BLOCK_MS) open.uses.push(use);
    else blocks.push({ start: Math.floor(time / HOUR_MS) * HOUR_MS, uses: [use] });
    last = time;
  }
  return blocks.map(({ start, uses: own }) => {
    const [first, end] = [own[0]?.time ?? start, start + BLOCK_MS];
    const latest = own.at(-1)?.time ?? first;
    return { start, end, first, last: latest, uses: own, active: now < end && now - latest < BLOCK_MS };
  });
}

/** The share of the time since the first use that is left until the end: what is used so far grows by this much. */
export function growth({ first, end }: Pick<Block<TimedUse>, 'first' | 'end'>, now: number): number {
  const passed = Math.max(now - first, MINUTE_MS);
  return Math.max(0, end - now) / passed;
}

/** The minutes that a rate is taken over: from the first use until now, or until the last when it is over. */
export function activeMinutes({ first, last, active }: Omit<Block<TimedUse>, 'uses'>, now: number): number {
  return Math.max((active ? now : last) - first, MINUTE_MS) / MINUTE_MS;
}

const MINUTE_MS = 60_000;
