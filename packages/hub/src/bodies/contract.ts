/**
 * Where the bodies of segments lie when they are not in the database: in packs, each with what one acceptance brought, read
 * by range. A pack is written once and never changed.
 */
export interface Bodies {
  put(object: string, pack: Uint8Array): Promise<void>;
  /** Bytes [start, end) of a pack. */
  get(object: string, start: number, end: number): Promise<Uint8Array>;
  /** What is not there is gone already. */
  remove(objects: readonly string[]): Promise<void>;
  /** Fails when it cannot be used at all. */
  check(): Promise<void>;
}
