/** The profile that a token is held to: one that there is, and that takes something out. */
import { Failure } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { serverPrivacy } from '../serve/server-privacy.ts';

export async function profileForToken(context: Context, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const profile = (await serverPrivacy(context, hostOf(context), false)).profile(name);
  if (!profile.local) return profile.name;
  throw new Failure('bad-argument', `The profile ${profile.name} takes nothing out, so no token can be held to it.`, {
    remedy: 'Leave --profile out, or name another: `hansard profiles` lists them.',
  });
}
