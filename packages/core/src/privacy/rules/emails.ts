/** E-mail addresses. */
import type { Rule } from '../rule.ts';
import { isPersonsAddress } from '../validation/email-address.ts';

/** Names of people and domains have letters of their languages in them. */
const LETTERS = 'A-Za-z0-9\\u00c0-\\u024f';

export const emails: readonly Rule[] = [
  {
    id: 'email',
    label: 'E-mail address',
    group: 'emails',
    type: 'pii',
    confidence: 'high',
    placeholder: '[REDACTED:email]',
    anchor: { at: 'inside', back: `${LETTERS}._%+-`, reach: 64 },
    keywords: ['@'],
    pattern: `(?<!\\\\)[${LETTERS}][${LETTERS}._%+-]{0,63}@[${LETTERS}](?:[${LETTERS}-]{0,62}\\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9])`,
    // Names of files go on behind an address: `from_jane@acme.dev_2026.pdf`.
    edges: 'left',
    validate: [isPersonsAddress],
    examples: ['jane.doe@acme.dev', 'Jane Doe <jane+git@mail.acme.co.uk>', 'mailto:j_doe@acme.io?subject=hi'],
  },
];
