/** What makes text safe to show is the same for every format. */
export { neutralise, neutraliseLine } from '../neutralise.ts';
