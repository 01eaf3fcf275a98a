/** The module of all kernels, as WebAssembly text. `npm run generate` makes `src/privacy/matching/kernels.gen.ts` of it. */
import { mayBeKnown } from './may-be-known.ts';
import { nextRun } from './next-run.ts';
import { walk } from './walk.ts';

export const moduleText = `(module
  (import "scan" "memory" (memory 1))
${walk}${mayBeKnown}${nextRun})
`;
