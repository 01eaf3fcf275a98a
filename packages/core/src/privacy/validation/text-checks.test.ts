/** Checks that look at the text around a value: addresses and telephone numbers. */
import { expect, it } from 'vitest';
import { isPersonsAddress } from './email-address.ts';
import { hasJwtHeader } from './jwt.ts';
import { isPaymentCard } from './payment-card.ts';
import { isAmericanNumber, isInternationalNumber } from './phone-number.ts';

it.each([
  ['', 'jane@acme.dev', '', true],
  ['+', 'jane@acme.dev', '\n', true],
  ['do-not-', 'reply@acme.dev', '', false],
  ['', 'noreply@acme.dev', '', false],
  ['', 'git@github.com', ':acme/app', false],
  ['https://bob:', 'pw@acme.dev', '/', false],
  ['', 'W@x.to', '(device)', false],
  ['', 'logo@2x.io', '', false],
  ['', 'q@k.mT', '', false],
])('%s[%s]%s is the address of a person: %s', (before, value, behind, expected) => {
  expect(isPersonsAddress(value, before + value + behind, before.length)).toBe(expected);
});

it.each([
  ['+49 170 9876543', true],
  ['+1 (555) 123-4567', true],
  ['+15551234567', true],
  ['+1700000000', false],
  ['+28 12345678', false],
  ['+35236450.6', false],
  ['+00 0000 0000', false],
])('%s is a telephone number: %s', (value, expected) => {
  expect(isInternationalNumber(value, value, 0)).toBe(expected);
});

it('tells a number that a diff adds from a telephone number', () => {
  const diff = '@@ -1 +1 @@\n+4930901820\n';
  expect(isInternationalNumber('+4930901820', diff, 12)).toBe(false);
  expect(isInternationalNumber('+4930901820', 'call +4930901820', 5)).toBe(true);
});

it('knows American numbers', () => {
  expect(isAmericanNumber('415-555-2671', '', 0)).toBe(true);
  expect(isAmericanNumber('115-555-2671', '', 0)).toBe(false);
});

it('knows the ranges and lengths of issuers', () => {
  expect(['4242424242424242', '5555555555554444', '378282246310005', '6011111111111117'].every(isPaymentCard)).toBe(
    true,
  );
  expect(['4242424242424241', '1234567812345670', '42424242424242424'].some(isPaymentCard)).toBe(false);
});

it('reads the header of a token', () => {
  expect(hasJwtHeader('eyJhbGciOiJub25lIn0.e30.')).toBe(true);
  expect(hasJwtHeader('eyJhIjoxfQ.e30.')).toBe(false);
  expect(hasJwtHeader('not base64!')).toBe(false);
});
