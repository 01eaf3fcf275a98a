/** The archive suggests words too, so the code is in core; commands find it here. */
export { didYouMean, suggestion } from '@hansard/core/did-you-mean.ts';
