/**
 * fast-check for the tests of the house. The same cases are tried at every run, so that a red run is about the change
 * it tests; `HANSARD_SEED=random` (as in `npm run sweep`) or a number tries others.
 */
import fc from 'fast-check';

const seed = process.env['HANSARD_SEED'];
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed ?? 2026) });

export { fc };
