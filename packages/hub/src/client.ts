/** What commands need to talk to a hub, without the hub itself, which takes long to load. */
export { type AuditCheck, audit, type Seen } from './client/audit.ts';
export { HubClient, type HubRefusal, type ReceiptProof, RefusedByHub, type Sent } from './client/hub-client.ts';
export { sumsOf } from './store/sums.ts';
