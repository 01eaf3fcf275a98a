/** How far one has read: an event, and how far below the upper edge it is. */
export interface ReadingPlace {
  readonly row: number;
  readonly top: number;
}

/** Of what the browser's history has kept. */
export function readingPlaceOf(kept: unknown): ReadingPlace | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { row, top } = kept as Partial<ReadingPlace>;
  return Number.isInteger(row) && Number.isFinite(top) ? { row: row as number, top: top as number } : undefined;
}
