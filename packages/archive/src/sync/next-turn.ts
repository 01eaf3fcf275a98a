/** Lets the event loop go round: a server that syncs answers in between, and a signal is heard. */

/** As it is when this is loaded: tests may have clocks of their own. */
const { setImmediate: later } = globalThis;

export const nextTurn = (): Promise<void> => new Promise((resolve) => later(resolve));
