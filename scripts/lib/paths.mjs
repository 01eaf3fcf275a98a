/** Where things are in this repository. */
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cliFolder = fileURLToPath(new URL('../../packages/cli', import.meta.url));
