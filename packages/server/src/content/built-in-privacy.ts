/** The built-in profiles for a server whose user has none of their own. */
import { Failure } from '@hansard/core';
import { type BUILT_IN, DEFAULT_PROFILE } from '@hansard/core/privacy/profiles/built-in.ts';
import { profileNames, resolveProfile } from '@hansard/core/privacy/profiles/resolve-profile.ts';
import type { ServerPrivacy } from './server-privacy.ts';

export interface BuiltInPrivacyOptions {
  /** At least 32 bytes, the same at every start: pseudonyms are made with it. */
  readonly key: Uint8Array;
  /** SHA-256 in lower-case hex. */
  readonly digest: (data: string | Uint8Array) => string;
  /** The profile that is used when none is named. */
  readonly profile?: keyof typeof BUILT_IN;
}

export function builtInPrivacy({
  key,
  digest,
  profile: chosen = DEFAULT_PROFILE,
}: BuiltInPrivacyOptions): ServerPrivacy {
  return {
    chosen,
    unredacted: false,
    names: () => profileNames({}),
    profile: (name) => {
      const profile = resolveProfile(name, {});
      if (profile) return profile;
      throw new Failure('unknown-profile', `There is no profile "${name}". There are: ${profileNames({}).join(', ')}.`);
    },
    gate: async (profile) => {
      if (profile.local) return undefined;
      const { Gate } = await import('@hansard/core/privacy/index.ts');
      return new Gate({ profile, key, digest });
    },
  };
}
