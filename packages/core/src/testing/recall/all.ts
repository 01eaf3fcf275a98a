/** What the benchmark of recall needs, for its one bundle. */

export { freshSamples } from './fresh/grid.ts';
export * from './measure.ts';
export { readable, unseenSamples } from './unseen/grid.ts';
