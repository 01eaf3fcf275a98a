/** Keys with a prefix of their own, made as their vendors describe them. */
import { createHmac } from 'node:crypto';
import type { Generator } from './generators.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const WORD = LOWER + UPPER + DIGITS;
const URL_SAFE = `${WORD}-_`;

/** `'ghp_', [WORD, 36]`: texts as they are, and so many characters of a kind. */
const made =
  (...parts: readonly (string | readonly [string, number])[]): Generator =>
  (pick) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        const [characters, length] = part;
        return Array.from({ length }, () => characters[pick(characters.length)]!).join('');
      })
      .join('');

const webToken: Generator = (pick) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: made([DIGITS, 10])(pick), name: made([LOWER, 7])(pick), iat: 1_700_000_000 + pick(1e8) };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', made([WORD, 20])(pick))
    .update(signed)
    .digest('base64url')}`;
};

export const KEYS: Readonly<Record<string, Generator>> = {
  'AWS access key': made('AKIA', [`${UPPER}234567`, 16]),
  'Anthropic key': made('sk-ant-api03-', [URL_SAFE, 93], 'AA'),
  'Databricks token': made('dapi', [HEX, 32]),
  'DigitalOcean token': made('dop_v1_', [HEX, 64]),
  'Docker token': made('dckr_pat_', [URL_SAFE, 27]),
  'Doppler token': made('dp.pt.', [WORD, 43]),
  'Figma token': made('figd_', [URL_SAFE, 40]),
  'GitHub token': made('ghp_', [WORD, 36]),
  'GitHub token, fine-grained': made('github_pat_', [WORD, 22], '_', [WORD, 59]),
  'GitLab token': made('glpat-', [URL_SAFE, 20]),
  'Google key': made('AIza', [URL_SAFE, 35]),
  'Groq key': made('gsk_', [WORD, 52]),
  'Hugging Face token': made('hf_', [LOWER + UPPER, 34]),
  'JSON Web Token': webToken,
  'Linear key': made('lin_api_', [WORD, 40]),
  'New Relic key': made('NRAK-', [UPPER + DIGITS, 27]),
  'OpenAI key': made('sk-proj-', [URL_SAFE, 74], 'T3BlbkFJ', [URL_SAFE, 74]),
  'Postman key': made('PMAK-', [HEX, 24], '-', [HEX, 34]),
  'PyPI token': made('pypi-AgEIcHlwaS5vcmc', [URL_SAFE, 150]),
  'SendGrid key': made('SG.', [URL_SAFE, 22], '.', [URL_SAFE, 43]),
  'Shopify token': made('shpat_', [HEX, 32]),
  'Slack token': made('xoxb-', [DIGITS, 12], '-', [DIGITS, 12], '-', [WORD, 24]),
  'Stripe key': made('sk_live_', [WORD, 24]),
  'Telegram token': made(['123456789', 1], [DIGITS, 9], ':AA', [URL_SAFE, 33]),
  'Terraform Cloud token': made([WORD, 14], '.atlasv1.', [URL_SAFE, 67]),
  'Vault token': made('hvs.', [URL_SAFE, 95]),
  'age key': made('AGE-SECRET-KEY-1', ['QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58]),
  'npm token': made('npm_', [WORD, 36]),
};
