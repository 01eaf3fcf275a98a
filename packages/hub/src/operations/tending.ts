/** Cleans up now and then while a hub runs: several processes on one database may do so at once. */
/** Soon after the start, for what was left over; then regularly. */
const FIRST_MS = 5000;
const EVERY_MS = 60_000;

export interface TendingOptions {
  readonly tend: () => Promise<void>;
  readonly report: (error: unknown) => void;
  readonly tended: (result: 'done' | 'failed') => void;
}

/** Returns what ends it, when the round that is under way is over. */
export function beginTending({ tend, report, tended }: TendingOptions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let isOver = false;
  const wait = (milliseconds: number) => {
    if (isOver) return;
    timer = setTimeout(() => {
      round = tend().then(
        () => tended('done'),
        (error: unknown) => {
          tended('failed');
          report(error);
        },
      );
      void round.then(() => wait(EVERY_MS));
    }, milliseconds);
    timer.unref();
  };
  wait(FIRST_MS);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await round;
  };
}
