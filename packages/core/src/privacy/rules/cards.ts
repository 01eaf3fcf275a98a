/** Payment cards and bank accounts. */
import type { Rule } from '../rule.ts';
import { isIban } from '../validation/iban.ts';
import { isPaymentCard } from '../validation/payment-card.ts';

const common = { group: 'cards', type: 'pii' } as const;
const COUNTRIES =
  'ad ae al at az ba be bg bh br by ch cr cy cz de dk do ee eg es fi fo fr gb ge gi gl gr gt hr hu ie il iq is it jo kw kz lb li lt lu lv mc md me mk mt mu nl no pk pl ps pt qa ro rs sa se si sk sm tn tr ua va xk'.split(
    ' ',
  );

export const cards: readonly Rule[] = [
  {
    ...common,
    id: 'payment-card',
    label: 'Payment card number',
    confidence: 'high',
    placeholder: '[REDACTED:card]',
    anchor: { at: 'digits', min: 13 },
    keywords: [],
    pattern:
      '(?<!\\.)[2-6][0-9]{3}(?:[ -]?[0-9]{4}){2}[ -]?[0-9]{1,7}(?![.-]?[0-9])|(?<!\\.)3[0-9]{3}[ -][0-9]{6}[ -][0-9]{4,5}(?![.-]?[0-9])',
    validate: [isPaymentCard],
    examples: ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005', '3782 822463 10005'],
  },
  {
    ...common,
    id: 'iban',
    label: 'International bank account number',
    confidence: 'high',
    placeholder: '[REDACTED:iban]',
    anchor: { at: 'start' },
    // The country and the first check digit: two letters alone would be noticed in every word.
    keywords: COUNTRIES.flatMap((country) => [...'0123456789'].map((digit) => country + digit)),
    pattern: `(?:${COUNTRIES.join('|').toUpperCase()})[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?`,
    validate: [isIban],
    examples: ['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'],
  },
  {
    ...common,
    id: 'bank-account-named',
    label: 'Bank account, routing number or sort code that is called so',
    confidence: 'medium',
    placeholder: '[REDACTED:bank-account]',
    anchor: { at: 'assignment' },
    keywords: [
      'account_number',
      'accountnumber',
      'account-number',
      'bank_account',
      'bankaccount',
      'routing_number',
      'routingnumber',
      'kontonummer',
      'sort_code',
      'sortcode',
    ],
    pattern: '[0-9][0-9 -]{4,18}[0-9]',
    edges: 'right',
    validate: [(value) => !/^(\d)\1+$/.test(value)],
    examples: ['"account_number": "000123456789"', 'routing_number: 021000021', 'sortCode=20-00-00'],
  },
];
