/** Whether originals are what was stored, bit by bit. */
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { damageLine, namedDamage } from '../maintenance/damage-lines.ts';
import type { DamagedPlace } from '../sqlite/originals/damage.ts';
import { count, type Finding, MAX_DETAILS } from './finding.ts';

const REMEDY =
  'Run `hansard rebuild`, which mends originals from the agents’ files and from known backups; ' +
  '`hansard import FILE` takes them from another backup. What has no intact copy cannot be restored.';

export async function checkOriginals(
  archive: Archive,
  options: { readonly host: Host; readonly adapters: readonly Adapter[] },
): Promise<Finding[]> {
  let damage: DamagedPlace[];
  try {
    damage = archive.originals.damage();
  } catch (error) {
    const message = `Originals cannot be checked: ${(error as Error).message}`;
    return [{ check: 'originals', level: 'attention', message, remedy: REMEDY }];
  }
  if (damage.length === 0) {
    return [{ check: 'originals', level: 'fine', message: 'Every original is what was stored, bit by bit.' }];
  }
  const lines = (await namedDamage(archive, damage, options)).map(damageLine);
  return [
    {
      check: 'originals',
      level: 'attention',
      message: `Damaged, and no longer what was stored: ${count(damage.length, 'part')} of originals.`,
      remedy: REMEDY,
      count: damage.length,
      details: lines.slice(0, MAX_DETAILS),
    },
  ];
}
