/** `hansard token`: tokens for programs and other people who use the server. */
import { archiveHome, prepareHome } from '@hansard/archive';
import { Failure } from '@hansard/core';
import { isScope, SCOPE_NAMES, SCOPES } from '@hansard/core/api/scope.ts';
import { makeToken, TokenFile } from '@hansard/server/tokens';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { minuteIn, zoneOf } from '../terminal/words.ts';
import { expiryOf } from '../token/expiry.ts';
import { profileForToken } from '../token/profile-for-token.ts';
import { tokenData, tokensText } from '../token/tokens-text.ts';

const CREATE_OPTIONS = ['scope', 'name', 'expires', 'profile'];
const LONGEST_NAME = 100;

export async function run(context: Context, args: Arguments): Promise<number> {
  const [action = 'list', id] = args.positionals;
  if (action !== 'create') refuseOptions(args, action);
  if (action !== 'revoke' && id !== undefined) throw new Failure('bad-argument', `token ${action} takes no ID.`);
  const folder = archiveHome(hostOf(context));
  if (action === 'create') return create(context, args, folder);
  if (action === 'revoke') return revoke(context, args, folder, id);
  return list(context, args, folder);
}

function refuseOptions(args: Arguments, action: string): void {
  const given = CREATE_OPTIONS.find((name) => args.text(name) !== undefined);
  if (given === undefined) return;
  throw new Failure('bad-argument', `--${given} goes with \`create\`, not with \`${action}\`.`);
}

async function create(context: Context, args: Arguments, folder: string): Promise<number> {
  const scopes = args.texts('scope').filter(isScope);
  if (scopes.length === 0) throw withoutScope();
  const now = new Date();
  const timezone = zoneOf((await context.settings()).get('timezone'));
  const request = {
    scopes,
    name: nameOf(args.text('name')),
    expires: expiryOf(args.text('expires'), { now: now.getTime(), timezone }),
    profile: await profileForToken(context, args.text('profile')),
  };
  prepareHome(folder);
  const { token, secret } = makeToken(folder, request, now);
  if (args.flag('json')) {
    await context.out.write(jsonText({ ...tokenData(token, now.getTime()), token: secret }));
    return 0;
  }
  await context.out.write(`${secret}\n`);
  context.note(`This is shown once. Programs send it as \`Authorization: Bearer TOKEN\`; its id is ${token.id}.`);
  return 0;
}

function withoutScope(): Failure {
  const lines = SCOPE_NAMES.map((name) => `  ${name.padEnd(10)}  ${SCOPES[name]}`);
  return new Failure('bad-argument', `token create needs a scope:\n${lines.join('\n')}`, {
    remedy: 'Say what it may do, such as `hansard token create --scope read`.',
  });
}

function nameOf(name: string | undefined): string | undefined {
  if (name === undefined || name.length <= LONGEST_NAME) return name;
  throw new Failure('bad-argument', `--name has ${name.length} characters, and may have ${LONGEST_NAME}.`);
}

async function list(context: Context, args: Arguments, folder: string): Promise<number> {
  const tokens = new TokenFile(folder).read();
  const now = Date.now();
  const minute = minuteIn((await context.settings()).get('timezone'));
  const data = tokens.map((token) => tokenData(token, now));
  await context.out.write(args.flag('json') ? jsonText({ tokens: data }) : tokensText(data, minute));
  return 0;
}

async function revoke(context: Context, args: Arguments, folder: string, id: string | undefined): Promise<number> {
  if (id === undefined) throw new Failure('bad-argument', 'token revoke needs the id of a token.', { remedy: LISTED });
  const file = new TokenFile(folder);
  const token = tokenNamed(file, id);
  file.revoke(token.id, new Date().toISOString());
  if (file.read().some((one) => one.id === token.id)) {
    throw new Failure('archive-unusable', `The token ${token.id} could not be revoked: ${file.path} is as it was.`);
  }
  await context.out.write(args.flag('json') ? jsonText({ revoked: token.id }) : `Revoked ${token.id}.\n`);
  return 0;
}

const LISTED = 'Run `hansard token list` to see the ids.';

function tokenNamed(file: TokenFile, id: string) {
  const tokens = file.read();
  const found = tokens.filter((token) => token.id === id || (id.length > 0 && token.id.startsWith(id)));
  const [token] = found;
  if (token && found.length === 1) return token;
  const what = token ? `The ids of ${found.length} tokens begin with "${id}".` : `There is no token "${id}".`;
  throw new Failure('bad-argument', what, { remedy: LISTED });
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
