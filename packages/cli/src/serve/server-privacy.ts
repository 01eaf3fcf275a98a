/** The user's profiles for the server. The rules are compiled when something is exported, or leaves otherwise. */

import type { Host } from '@hansard/core';
import { profileNames, resolveProfile } from '@hansard/core/privacy/profiles/resolve-profile.ts';
import type { ServerPrivacy } from '@hansard/server';
import type { Context } from '../context.ts';
import type { OwnPrivacy } from '../privacy/own-privacy.ts';
import { unknownProfile } from '../privacy/unknown-profile.ts';

export async function serverPrivacy(context: Context, host: Host, unredacted: boolean): Promise<ServerPrivacy> {
  const settings = await context.settings();
  const own = await ownPrivacyAt(settings.get('privacy.file'));
  const names = () => profileNames(own.profiles);
  return {
    chosen: settings.get('profile'),
    unredacted,
    names,
    profile: (name) => {
      const profile = resolveProfile(name, own.profiles);
      if (profile) return profile;
      throw unknownProfile(name, own.profiles);
    },
    gate: async (profile) => {
      if (profile.local) return undefined;
      const { openGate } = await import('../privacy/chosen-profile.ts');
      return openGate(host, profile, own);
    },
  };
}

/** Most have none, and need no code to check it. */
async function ownPrivacyAt(path: string): Promise<OwnPrivacy> {
  if (path === '') return { profiles: {}, rules: [], allow: () => false, allowed: 0 };
  return (await import('../privacy/own-privacy.ts')).ownPrivacy(path);
}
