/**
 * Which way content takes, for each who asks: as it is on loopback or when the user asked for it, else through the
 * server's privacy profile. Who is held to a profile gets everything through that one, too. What is made for a profile is
 * kept, for all to whom it applies.
 */
import { Failure } from '@hansard/core';
import type { Profile } from '@hansard/core/privacy/index.ts';
import { strictestOf } from '@hansard/core/privacy/profiles/strictest.ts';
import type { Principal } from '../security/principal.ts';
import type { Content } from './content.ts';
import { type ContentSources, DirectContent } from './direct-content.ts';
import type { ServerPrivacy } from './server-privacy.ts';

type Held = Pick<Principal, 'profile'>;

export class Contents {
  /** Profile that applies to everybody; null where only the user of this machine asks, or everything may leave. */
  readonly profile: Profile | null;
  readonly #sources: ContentSources;
  readonly #privacy: ServerPrivacy;
  readonly #profiles = new Map<string, Profile>();
  readonly #made = new Map<Profile | null, Promise<Content>>();
  readonly #views = new Map<Profile | null, string>();

  private constructor(sources: ContentSources, privacy: ServerPrivacy, profile: Profile | null) {
    this.#sources = sources;
    this.#privacy = privacy;
    this.profile = profile;
  }

  /** Fails where nobody could be sent anything. */
  static async open(sources: ContentSources, privacy: ServerPrivacy, loopback: boolean): Promise<Contents> {
    const profile = loopback || privacy.unredacted ? null : privacy.profile(privacy.chosen);
    const contents = new Contents(sources, privacy, profile);
    await contents.for({ profile: null });
    return contents;
  }

  /** Fails for a profile that is no longer there, or that takes nothing out. */
  for(principal: Held): Promise<Content> {
    const profile = this.profileOf(principal);
    const known = this.#made.get(profile);
    if (known) return known;
    if (!this.#views.has(profile)) this.#views.set(profile, String(this.#views.size));
    const made = this.#make(profile);
    this.#made.set(profile, made);
    made.catch(() => this.#made.delete(profile));
    return made;
  }

  /** The profile by which they get everything; null when it leaves as it is. */
  profileOf({ profile: name }: Held): Profile | null {
    if (name === null) return this.profile;
    const known = this.#profiles.get(name);
    if (known) return known;
    const own = this.#privacy.profile(name);
    const profile = this.profile ? strictestOf(this.profile, own) : own;
    this.#profiles.set(name, profile);
    return profile;
  }

  /**
   * The same for all who get the same; undefined for whom there was nothing yet. Names of profiles would not do: two that
   * are combined have one, too.
   */
  viewOf({ profile: name }: Held): string | undefined {
    const profile = name === null ? this.profile : this.#profiles.get(name);
    return profile === undefined ? undefined : this.#views.get(profile);
  }

  async #make(profile: Profile | null): Promise<Content> {
    if (profile === null) return new DirectContent(this.#sources);
    const gate = await this.#privacy.gate(profile);
    if (!gate) {
      throw new Failure('profile-local', `The profile ${profile.name} takes nothing out; others need another.`, {
        remedy: 'Choose one with --profile, or say --unredacted if everybody on the network may read everything.',
      });
    }
    const { GatedContent } = await import('./gated-content.ts');
    return new GatedContent(this.#sources, profile, gate);
  }
}
