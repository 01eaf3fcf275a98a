/** What the benchmark of recall needs, for its one bundle. */
export * from './measure.ts';
export { readable, unseenSamples } from './unseen/grid.ts';
