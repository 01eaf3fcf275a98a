/** Chats older than 30 days are deleted, by default since early 2026; `general.sessionRetention` sets that. */
import type { Retention } from '../contract.ts';

export const retention: Retention = {
  days: 30,
  files: (host) => [host.join(host.env['GEMINI_CLI_HOME'] || host.home, '.gemini', 'settings.json')],
  key: 'general.sessionRetention.maxAge',
  enabledKey: 'general.sessionRetention.enabled',
};
