/** The hub: what a team's clients upload and its people read. */
export { s3Place } from './bodies/s3-bodies.ts';
export { Hub, type HubOptions } from './hub.ts';
export { Keeper, OPERATOR } from './keys/keeper.ts';
export { keyOf, type MadeKey, makeKey } from './keys/make-key.ts';
export { SignIn } from './login/sign-in.ts';
export { type HubPlace, moveHubTo, openHubStore } from './open-store.ts';
export { exportAll } from './people/export-all.ts';
export { BACKUP_DAYS, forget } from './people/retract.ts';
export { HUB_PORT, type RunningHub, type StartHubOptions, startHub } from './start-hub.ts';
export { type HubStore, type Key, ROLES, type Role, VISIBILITIES } from './store/contract.ts';
export { LEAF_KINDS, type LeafKind, USUAL_KINDS } from './store/webhook-store.ts';
