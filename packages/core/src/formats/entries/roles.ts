/** Who speaks in an entry. Apart from the schema, so that writing entries does not load it. */
export const ENTRY_ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type EntryRole = (typeof ENTRY_ROLES)[number];
