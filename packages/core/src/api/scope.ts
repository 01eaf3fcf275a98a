/** What a token may be allowed to do. Every route needs one of these; a scope holds no other. */
export const SCOPES = {
  read: 'Read sessions, search them, ask for numbers, and export',
  annotate: 'Tag, star and note sessions, and keep views of the page',
  run: 'Start agents, send them prompts, and stop them',
  answer: 'Answer what agents ask: permissions and questions',
  ingest: 'Add sessions to the archive',
  aggregate: 'Ask for sums over many people, without content: on a hub',
  audit: 'Read the log of receipts: on a hub',
  administer: 'Change the server’s settings and tokens, and erase sessions',
} as const;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

export const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);
