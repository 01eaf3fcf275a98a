/** Where things are in this repository. */
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cliFolder = fileURLToPath(new URL('../../packages/cli', import.meta.url));
/** Its time is that of the last build. */
export const buildStamp = fileURLToPath(new URL('../../node_modules/.hansard-built', import.meta.url));
