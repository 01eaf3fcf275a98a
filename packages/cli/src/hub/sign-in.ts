/** Who lets people sign in to a hub, as `--oidc` and the environment say. The secret is never an argument. */
import { Failure } from '@hansard/core';
import { ROLES, type Role, SignIn } from '@hansard/hub';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { refusePlaceholder } from './hub-place.ts';

const NONE = 'none';

export function signInOf({ env }: Context, args: Arguments, port: number): SignIn | undefined {
  const issuer = args.text('oidc') ?? env['HANSARD_HUB_OIDC_ISSUER'];
  if (issuer === undefined || issuer === '') return undefined;
  if (!URL.canParse(issuer)) throw new Failure('bad-argument', '--oidc is the address of an OpenID provider.');
  const clientId = env['HANSARD_HUB_OIDC_CLIENT_ID'];
  if (!clientId) {
    throw new Failure('bad-argument', 'Signing in needs the id that the OpenID provider knows the hub by.', {
      remedy: 'Set HANSARD_HUB_OIDC_CLIENT_ID, and HANSARD_HUB_OIDC_CLIENT_SECRET if it gave one.',
    });
  }
  const clientSecret = env['HANSARD_HUB_OIDC_CLIENT_SECRET'];
  if (clientSecret !== undefined) refusePlaceholder('HANSARD_HUB_OIDC_CLIENT_SECRET', clientSecret);
  const url = args.text('url') ?? `http://127.0.0.1:${port}`;
  return new SignIn({ issuer, clientId, clientSecret, url, role: roleOf(args.text('oidc-role') ?? 'submitter') });
}

function roleOf(given: string): Role | undefined {
  if (given === NONE) return undefined;
  const role = ROLES.find((one) => one === given);
  if (role && role !== 'admin') return role;
  throw new Failure('bad-argument', '--oidc-role is submitter, reader, analyst, auditor or none.');
}
