/** E-mail addresses. */
import type { Rule } from '../rule.ts';
import { isPersonsAddress } from '../validation/email-address.ts';

export const emails: readonly Rule[] = [
  {
    id: 'email',
    label: 'E-mail address',
    group: 'emails',
    type: 'pii',
    confidence: 'high',
    placeholder: '[REDACTED:email]',
    anchor: { at: 'inside', back: 'A-Za-z0-9._%+-', reach: 64 },
    keywords: ['@'],
    pattern: '(?<!\\\\)[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\\.){1,6}[A-Za-z]{2,24}',
    validate: [isPersonsAddress],
    examples: ['jane.doe@acme.dev', 'Jane Doe <jane+git@mail.acme.co.uk>', 'mailto:j_doe@acme.io?subject=hi'],
  },
];
