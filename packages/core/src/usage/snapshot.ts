/** The shape of the price snapshot (`prices.gen.ts`): bare tuples, so that several hundred models stay small. */

/** Input, output, cache read, 5-minute write, 1-hour write, in pico-dollars a token; `null` where the source is silent. */
export type SnapshotRates = readonly (number | null)[];
/** Input tokens of a request above which the rates hold for all its tokens; 0 for the base price. */
export type SnapshotTier = readonly [above: number, rates: SnapshotRates];
/** Tiers from the lowest up, the day from which they hold (empty: always), and the hours (UTC) in which they do. */
export type SnapshotPeriod = readonly [tiers: readonly SnapshotTier[], from?: string, daily?: readonly string[]];
export type SnapshotModel = readonly [
  id: string,
  spellings: readonly string[],
  /** The last period that holds at a time gives the price. */
  periods: readonly SnapshotPeriod[],
  /** Tokens that the context holds. */
  window?: number,
];

export interface PriceSnapshot {
  /** Day of the prices, kept beside every cost. */
  readonly date: string;
  readonly models: readonly SnapshotModel[];
}
