/** Runs coding agents, answers them, and records every line. */
export type { Driver, DriverFeatures, McpServer, PermissionMode } from './drivers/contract.ts';
export { driverOf, drivers } from './drivers/index.ts';
export { readPolicy } from './permissions/policy.ts';
export { NO_POLICY, type Policy, type Rule } from './permissions/rule.ts';
export { LiveFolder } from './sessions/live-folder.ts';
export type { LiveOptions } from './sessions/live-options.ts';
export { LiveSessions } from './sessions/live-sessions.ts';
