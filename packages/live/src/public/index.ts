/** `@hansard/live`: runs coding agents, answers them, and records every line. */
export type { Driver, DriverFeatures, McpServer, PermissionMode } from '../drivers/contract.ts';
export { driverOf, drivers } from '../drivers/index.ts';
export { readPolicy } from '../permissions/policy.ts';
export { NO_POLICY, type Policy, type Rule } from '../permissions/rule.ts';
export type { LiveSessions } from '../sessions/live-sessions.ts';
export { type OpenLiveOptions, openLive } from './open-live.ts';
