/** Where a hub keeps things, as `--data`, `--database` and `--bodies` say; by default a folder beside the archive. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome } from '@hansard/archive';
import { Failure } from '@hansard/core';
import { type HubPlace, s3Place } from '@hansard/hub';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

const DATABASE = 'HANSARD_HUB_DATABASE';
/** A file that holds the password, as secrets of containers are given; the address then has none. */
const PASSWORD_FILE = 'HANSARD_HUB_DATABASE_PASSWORD_FILE';
const BODIES = 'HANSARD_HUB_BODIES';
const PLACEHOLDER =
  /^(<.*>|\$\{?\w+\}?|change[-_ ]?(me|it|this)|(your[-_ ]?)?(password|secret|key)|example|placeholder|todo|x+|\*+)$/i;

/** `isNew`: whether a hub may be begun where there is none. */
export function hubPlace(context: Context, args: Arguments, isNew: boolean): HubPlace {
  const [data, given] = [args.text('data'), args.text('database')];
  if (data !== undefined && given !== undefined) {
    throw new Failure('bad-argument', 'Give --data or --database, but only one of them.');
  }
  const database = given ?? (data === undefined ? context.env[DATABASE] : undefined);
  const bodies = bodiesOf(context, args);
  if (database === undefined) return { data: data ?? join(archiveHome(hostOf(context)), 'hub'), bodies, isNew };
  return { database: databaseOf(withPassword(database, context.env[PASSWORD_FILE])), bodies, isNew };
}

function withPassword(database: string, file: string | undefined): string {
  if (file === undefined || file === '' || !URL.canParse(database)) return database;
  const url = new URL(database);
  if (url.password !== '')
    throw new Failure('bad-argument', `${DATABASE} has a password, and ${PASSWORD_FILE} as well.`);
  const password = passwordIn(file);
  if (password === '')
    throw new Failure('bad-argument', `${file} is empty.`, { remedy: `It is what ${PASSWORD_FILE} names.` });
  url.password = encodeURIComponent(password);
  return url.href;
}

function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Failure('bad-argument', `${PASSWORD_FILE} names ${file}, which cannot be read.`, { cause });
  }
}

export function databaseOf(url: string): string {
  refusePlaceholder('The password of the database', URL.canParse(url) ? decodeURIComponent(new URL(url).password) : '');
  return url;
}

function bodiesOf(context: Context, args: Arguments): HubPlace['bodies'] {
  const text = args.text('bodies') ?? context.env[BODIES];
  if (text === undefined || text === '') return undefined;
  const place = s3Place(text, context.env);
  refusePlaceholder('AWS_SECRET_ACCESS_KEY', place.secretAccessKey);
  return place;
}

export function refusePlaceholder(what: string, secret: string): void {
  if (!PLACEHOLDER.test(secret)) return;
  throw new Failure('bad-argument', `${what} is a placeholder.`, { remedy: 'Set a real one.' });
}
