/** The tiers that tie a session to a commit, in a few words. */
const WORDS: Readonly<Record<string, string>> = {
  tool_emitted: 'wrote it',
  tool_emitted_with_divergence: 'wrote it, changed since',
  overlapping: 'was at work then',
  orphan: 'not tied to it',
};

export const tierWords = (tier: string): string => WORDS[tier] ?? tier;
