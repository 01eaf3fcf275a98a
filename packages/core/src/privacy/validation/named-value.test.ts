import { describe, expect, it } from 'vitest';
import type { Check } from '../rule.ts';
import { isPasswordValue, isSecretValue, looksRandom } from './named-value.ts';

/** The value stands between « and ». */
function judge(check: Check, marked: string): boolean {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const text = marked.replace('«', '').replace('»', '');
  return check(text.slice(start, end), text, start);
}

describe('passwords', () => {
  it.each([
    'password: "«hunter2»"',
    'DB_PASSWORD=«supersecret»',
    'password = «q8Zv2LkPw»',
    '"password": "«Tr0ub4dor&3»"',
    'POSTGRES_PASSWORD: «letmein»',
    'password2=«12345678»',
    'password: "«correcthorsebattery»"',
    'Password: «correcthorsebatterystaple»',
  ])('are taken for one: %s', (text) => expect(judge(isPasswordValue, text)).toBe(true));

  it.each([
    'password: «string»',
    'password: "«Passwort»"',
    'password = «user.password2»',
    'password_file: «secret1.txt»',
    'password: «hash2(input)»',
    'pwd: «/srv/app2»',
    `DB_PASSWORD=«\${DB_PASS1}»`,
    'password_min_length: «12»',
    'PASSWORD=«PASSWORD»',
    'password: «encryptedpassword»',
  ])('are not: %s', (text) => expect(judge(isPasswordValue, text)).toBe(false));
});

describe('secrets', () => {
  it.each([
    'api_key: "«k3Jq7w2Mzx5Nbv4Yt6R2»"',
    'token=«0f8fad5b-d9cb-469f-a165-70867728950e»',
    'client_secret: «9fceb02d0ae598e95dc970b74767f19372d61af8»',
    'JWT_SECRET=«my-very-secret-phrase»',
  ])('are taken for one: %s', (text) => expect(judge(isSecretValue, text)).toBe(true));

  it.each([
    'token: "«test-token-123»"',
    'accessToken: «AccessTokenV2»',
    'next_page_token: "«k3Jq7w2Mzx5Nbv4Yt6R2»"',
    'token_url: «k3Jq7w2Mzx5Nbv4Yt6R2»',
    'secret: «sha256:9f86d081884c7d659a2feaa0»',
    'token: "«claude-sonnet-4-5-20250929»"',
    'max_token: «k3Jq7w2Mzx5Nbv4Yt6R2»',
  ])('are not: %s', (text) => expect(judge(isSecretValue, text)).toBe(false));
});

it('tells chance from words', () => {
  expect(looksRandom('k3Jq7w2Mzx5Nbv4Yt6R2')).toBe(true);
  expect(looksRandom('5d41402abc4b2a76b9719d911017c592')).toBe(true);
  expect(looksRandom('oauth2AccessToken')).toBe(false);
  expect(looksRandom('internationalisation')).toBe(false);
});
