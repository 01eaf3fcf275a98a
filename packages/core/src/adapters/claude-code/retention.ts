/** Sessions that have not changed for 30 days are deleted when the agent starts; `cleanupPeriodDays` sets another number. */
import type { Retention } from '../contract.ts';
import { configs } from './configs.ts';

export const retention: Retention = {
  days: 30,
  files: (host) => configs(host).map((folder) => host.join(folder, 'settings.json')),
  key: 'cleanupPeriodDays',
};
