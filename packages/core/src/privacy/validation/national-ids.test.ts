/** Numbers that authorities and encyclopedias print as samples pass; the same with one digit changed do not. */
import { describe, expect, it } from 'vitest';
import type { Check } from '../rule.ts';
import { digitsOf } from './digits.ts';
import { isIban } from './iban.ts';
import { passesLuhn } from './luhn.ts';
import * as elsewhere from './national-ids-elsewhere.ts';
import * as europe from './national-ids-europe.ts';
import { passesVerhoeff } from './verhoeff.ts';

const plain = (check: (text: string) => boolean): Check => check;
const SAMPLES: Record<string, { check: Check; good: string[]; bad: string[] }> = {
  nino: {
    check: plain(europe.isNino),
    good: ['AB123456C', 'ab 12 34 56 c'],
    bad: ['GB123456C', 'DA123456C', 'AO123456C'],
  },
  nhs: { check: plain(europe.isNhsNumber), good: ['943 476 5919', '9434765919'], bad: ['943 476 5918', '0000000000'] },
  steuerId: {
    check: plain(europe.isSteuerId),
    good: ['86095742719', '47036892816'],
    bad: ['86095742718', '01234567890', '12345678903'],
  },
  insee: {
    check: plain(europe.isInsee),
    good: ['2 55 08 14 168 025 38', '255081416802538'],
    bad: ['255081416802539', '255151416802538'],
  },
  dni: { check: plain(europe.isDni), good: ['12345678Z', 'X1234567L', '12345678-Z'], bad: ['12345678A', 'X1234567M'] },
  codiceFiscale: {
    check: plain(europe.isCodiceFiscale),
    good: ['RSSMRA85T10A562S'],
    bad: ['RSSMRA85T10A562T', 'RSSMRA85'],
  },
  bsn: { check: plain(europe.isBsn), good: ['111222333', '123456782'], bad: ['123456789', '000000000'] },
  pesel: { check: plain(europe.isPesel), good: ['44051401359', '02070803628'], bad: ['44051401358', '44991401359'] },
  personnummer: {
    check: plain(europe.isPersonnummer),
    good: ['811218-9876', '19811218-9876'],
    bad: ['811218-9875', '811318-9876'],
  },
  hetu: { check: plain(europe.isHetu), good: ['131052-308T'], bad: ['131052-308U', '451052-308T'] },
  fodselsnummer: { check: plain(europe.isFodselsnummer), good: ['01010750160'], bad: ['01010750161', '45010750160'] },
  cpr: { check: plain(europe.isCpr), good: ['070761-4285'], bad: ['320761-4285'] },
  belgian: {
    check: plain(europe.isBelgianNumber),
    good: ['85.07.30-033.28', '17073003384'],
    bad: ['85.07.30-033.29', '85.13.30-033.28'],
  },
  ahv: { check: plain(europe.isAhvNumber), good: ['756.9217.0769.85'], bad: ['756.9217.0769.84'] },
  rodneCislo: { check: plain(europe.isRodneCislo), good: ['710319/2745'], bad: ['710319/2746', '713519/2745'] },
  pps: { check: plain(europe.isPpsNumber), good: ['1234567T', '1234567FA'], bad: ['1234567A', '1234567GA'] },
  ssn: {
    check: plain(elsewhere.isSsn),
    good: ['536-90-4399', '912-70-1234'],
    bad: ['000-12-3456', '666-12-3456', '912-12-3456', '123-00-4567'],
  },
  cpf: {
    check: plain(elsewhere.isCpf),
    good: ['111.444.777-35', '52998224725'],
    bad: ['111.444.777-36', '111.111.111-11'],
  },
  curp: { check: plain(elsewhere.isCurp), good: ['HEGG560427MVZRRL04'], bad: ['HEGG560427MVZRRL05'] },
  rut: { check: plain(elsewhere.isRut), good: ['12.345.678-5', '11111111-1'], bad: ['12.345.678-4'] },
  sin: { check: plain(elsewhere.isSin), good: ['046 454 286'], bad: ['046 454 287', '000 000 000'] },
  chinese: {
    check: plain(elsewhere.isChineseId),
    good: ['11010519491231002X'],
    bad: ['110105194912310021', '11010519491331002X'],
  },
  korean: {
    check: plain(elsewhere.isKoreanId),
    good: ['900101-1234568', '210101-3123456'],
    bad: ['900101-1234567', '901301-1234568'],
  },
  myNumber: { check: plain(elsewhere.isMyNumber), good: ['123456789018'], bad: ['123456789012', '000000000000'] },
  nric: { check: plain(elsewhere.isNric), good: ['S1234567D', 'F1234567N', 'T0000001E'], bad: ['S1234567E'] },
  taiwanese: { check: plain(elsewhere.isTaiwaneseId), good: ['A123456789'], bad: ['A123456788'] },
  southAfrican: {
    check: plain(elsewhere.isSouthAfricanId),
    good: ['8001015009087'],
    bad: ['8001015009088', '8013015009087'],
  },
  turkish: { check: plain(elsewhere.isTurkishId), good: ['10000000146'], bad: ['10000000147', '00000000146'] },
  tfn: { check: plain(elsewhere.isTfn), good: ['123 456 782'], bad: ['123 456 789'] },
  israeli: { check: plain(elsewhere.isIsraeliId), good: ['039337423'], bad: ['039337424', '000000000'] },
  verhoeff: {
    check: (text) => passesVerhoeff(digitsOf(text)),
    good: ['2363', '2341 2341 2346'],
    bad: ['2364', '2341 2341 2347'],
  },
  luhn: {
    check: plain(passesLuhn),
    good: ['4111 1111 1111 1111', '378282246310005'],
    bad: ['4111 1111 1111 1112', '4'],
  },
  iban: {
    check: plain(isIban),
    good: ['GB82 WEST 1234 5698 7654 32', 'DE89370400440532013000'],
    bad: ['GB82 WEST 1234 5698 7654 33', 'DE8937040044053201300', 'ZZ82'],
  },
};

describe.each(Object.entries(SAMPLES))('%s', (_name, { check, good, bad }) => {
  it.each(good)('accepts %s', (text) => expect(check(text, text, 0)).toBe(true));
  it.each(bad)('refuses %s', (text) => expect(check(text, text, 0)).toBe(false));
});
