/** The failure for a profile that does not exist. It never suggests one that redacts nothing. */
import { Failure } from '@hansard/core/failure.ts';
import { type ProfileTable, profileNames, resolveProfile } from '@hansard/core/privacy/profiles/resolve-profile.ts';
import { suggestion } from '../did-you-mean.ts';

export function unknownProfile(name: string, own: ProfileTable): Failure {
  const redacting = profileNames(own).filter((known) => !resolveProfile(known, own)?.local);
  return new Failure('unknown-profile', `There is no privacy profile "${name}".${suggestion(name, redacting)}`);
}
