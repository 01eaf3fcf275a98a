/** Telephone numbers: international ones, American ones in their groups, and others that are called so. */
import type { Rule } from '../rule.ts';
import { isAmericanNumber, isInternationalNumber } from '../validation/phone-number.ts';

const common = { group: 'phones', type: 'pii', placeholder: '[REDACTED:phone]' } as const;

export const phones: readonly Rule[] = [
  {
    ...common,
    id: 'phone-international',
    label: 'Telephone number with a country code',
    confidence: 'high',
    anchor: { at: 'digits', min: 8 },
    keywords: [],
    pattern: '\\+[1-9][0-9 ().-]{6,22}[0-9](?![0-9:,])',
    edges: 'both',
    validate: [isInternationalNumber],
    examples: ['+49 170 9876543', '+1 (415) 555-2671', '+442079460958', '+33 6 12 34 56 78'],
  },
  {
    ...common,
    id: 'phone-american',
    label: 'North American telephone number',
    confidence: 'medium',
    anchor: { at: 'digits', min: 10 },
    keywords: [],
    pattern: '(?:1[ .-])?(?:\\([2-9][0-9]{2}\\) ?|[2-9][0-9]{2}[.-])[0-9]{3}[.-][0-9]{4}(?![.-]?[0-9])',
    edges: 'both',
    validate: [isAmericanNumber],
    examples: ['(415) 555-2671', '415-555-2671', '1-800-555-0199'],
  },
  {
    ...common,
    id: 'phone-named',
    label: 'Number that is called a telephone number',
    confidence: 'medium',
    anchor: { at: 'assignment' },
    keywords: ['phone', 'mobile', 'telefon', 'whatsapp', 'fax', 'handynummer'],
    pattern: '\\+?\\(?[0-9][0-9 ()./-]{5,22}[0-9]',
    edges: 'right',
    validate: [(value) => /^\D*(?:\d\D*){7,15}$/.test(value) && !/^\d{4}-\d\d-\d\d|^(\d)\1+$/.test(value)],
    examples: ['"phone": "030 9018 2032"', 'mobile: 0170 9876543', 'phoneNumber=07700900461'],
  },
  {
    ...common,
    id: 'phone-link',
    label: 'Telephone number in a link',
    confidence: 'high',
    anchor: { at: 'start' },
    keywords: ['tel:', 'sms:'],
    pattern: '(?:tel|sms):(?<secret>\\+?[0-9(][0-9().-]{5,20}[0-9])',
    edges: 'both',
    examples: ['<a href="tel:030-90182032">'],
  },
];
