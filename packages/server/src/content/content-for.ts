/** Which way content takes: as it is on loopback or when the user asked for it, else through the privacy gate. */
import type { Content } from './content.ts';
import { type ContentSources, DirectContent } from './direct-content.ts';
import type { ServerPrivacy } from './server-privacy.ts';

export async function contentFor(sources: ContentSources, privacy: ServerPrivacy, loopback: boolean): Promise<Content> {
  if (loopback || privacy.unredacted) return new DirectContent(sources);
  const { GatedContent } = await import('./gated-content.ts');
  return GatedContent.open(sources, privacy);
}
