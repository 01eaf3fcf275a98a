/** Google: cloud, AI Studio, OAuth, Firebase. The private key of a service account is a private key like any other. */
import type { Rule } from '../rule.ts';
import { entropyAtLeast } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const group = 'cloud';

export const google: readonly Rule[] = [
  key({
    id: 'google-api-key',
    label: 'Google API key, of Gemini too',
    group,
    keywords: ['aiza'],
    pattern: 'AIza[0-9A-Za-z_-]{35}(?!-)',
    examples: [
      fake('AIza{{}}Sy8zRRzvxoC2i5IB2OAeeULo2GUsqYO0OQo'),
      fake('https://maps.googleapis.com/maps/api/js?key=AIza{{}}Sya5MwtkUaKTcRgIxGFzzNv-QSsSyaayS0Y&libraries=places'),
    ],
  }),
  key({
    id: 'google-auth-key',
    label: 'Google AI Studio key',
    group,
    keywords: ['aq.ab'],
    pattern: 'AQ\\.Ab[0-9A-Za-z_-]{40,200}',
    validate: [isNotMadeUp, entropyAtLeast(3.5)],
    examples: [fake('GEMINI_API_KEY=AQ.Ab{{}}8RYnTRkIgsWV3o8L3HWebg3zS7eMCYjr9FRvakcq-udMS-AU')],
  }),
  key({
    id: 'google-oauth-client-secret',
    label: 'Google OAuth client secret',
    group,
    keywords: ['gocspx-'],
    pattern: 'GOCSPX-[0-9A-Za-z_-]{28}(?!-)',
    examples: [fake('"client_secret": "GOCSPX-{{}}l5nRM-iom6FrKIHP6NrKlJIAaPrE"')],
  }),
  key({
    id: 'google-oauth-token',
    label: 'Google OAuth access token',
    group,
    keywords: ['ya29.'],
    pattern: 'ya29\\.[0-9A-Za-z_-]{30,2048}',
    examples: [
      fake(
        'ya29.{{}}a0QgC-8ilKeU5CjMQ4rJOuVMxChrTFMuG9M3N9qAr25F-W5hifcHLgmktCxPI8XTiTPeNWOQtUM88Ld2EweixWk6RqyvZTH2qsiFAi0OPtbHfM9uodDsNShLLV',
      ),
    ],
  }),
  key({
    id: 'google-refresh-token',
    label: 'Google OAuth refresh token',
    group,
    keywords: ['1//0'],
    pattern: '1//0[0-9A-Za-z_-]{40,200}',
    validate: [isNotMadeUp, entropyAtLeast(4)],
    examples: [
      fake(
        '"refresh_token": "1//0{{}}HGfXwxIDk9Zzz3IMeKI1N_L-MY7-pqzGW0-ZsgDYwLBSqbuCzHHfX5LeWeC4MaZLVoa0kcM56fQzyqSZhu9pszg72E"',
      ),
    ],
  }),
  key({
    id: 'google-hmac-key',
    label: 'Google Cloud Storage HMAC key',
    group,
    keywords: ['goog1', 'goog4'],
    pattern: 'GOOG[14][A-Z0-9]{56,62}',
    edges: 'both',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: [fake('GOOG1{{}}E0U4QOP9S9Q2Q92WJOD18N6J9LAYNJTPLP98GN9J2R23PPZNVYYWIB8BT')],
  }),
  named({
    id: 'google-private-key-id',
    label: 'Key id of a Google service account',
    group,
    keywords: ['private_key_id'],
    pattern: '[0-9a-f]{40}',
    examples: ['"private_key_id": "2e1f00e68f4d2fc3342c91e272588ff422097edb"'],
  }),
  key({
    id: 'firebase-server-key',
    label: 'Firebase server key',
    group,
    keywords: ['aaaa'],
    pattern: 'AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{140}',
    validate: [entropyAtLeast(4)],
    examples: [
      fake(
        'key=AAAA{{}}bKCU5gI:APA91bFTJWYA2-3iVoHkJeE2RDIyysMF6pVjIYVMWvMOV87TIcmL4hXu2nUkFlVhQGzBmJ9GcGBwBQAnOEjctsRw-QnPxvo0Xn-v_TXBGlGRnvSjVvvFr8aKVd01oqGBYc0Nx2R_kFUv',
      ),
    ],
  }),
  named({
    id: 'recaptcha-secret',
    label: 'reCAPTCHA secret',
    group,
    keywords: ['recaptcha'],
    pattern: '6L[0-9A-Za-z_-]{38}',
    examples: ['RECAPTCHA_SECRET_KEY=6Lc5f7lJkZ6anceiaZEWLDTzg9KxF3DbR2PEwHm0'],
  }),
];
