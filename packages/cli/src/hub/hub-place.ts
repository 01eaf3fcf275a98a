/** Where a hub keeps things, as `--data` or `--database` say; by default a folder beside the archive. */
import { join } from 'node:path';
import { archiveHome } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { HubPlace } from '@hansard/hub';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

const DATABASE = 'HANSARD_HUB_DATABASE';
const PLACEHOLDER = /^(change-?me|password|secret|example|placeholder|todo|x+)$/i;

export function hubPlace(context: Context, args: Arguments): HubPlace {
  const [data, given] = [args.text('data'), args.text('database')];
  if (data !== undefined && given !== undefined) {
    throw new Failure('bad-argument', 'Give --data or --database, but only one of them.');
  }
  const database = given ?? (data === undefined ? context.env[DATABASE] : undefined);
  if (database === undefined) return { data: data ?? join(archiveHome(hostOf(context)), 'hub') };
  const password = URL.canParse(database) ? decodeURIComponent(new URL(database).password) : '';
  if (PLACEHOLDER.test(password)) {
    throw new Failure('bad-argument', 'The password of the database is a placeholder.', {
      remedy: 'Set a real one, in the database and in the address.',
    });
  }
  return { database };
}
