/** Social networks and media. */
import type { Rule } from '../rule.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp, isNotRepetitive } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

export const social: readonly Rule[] = [
  key({
    id: 'facebook-access-token',
    label: 'Facebook or Instagram access token',
    keywords: ['eaa', 'igqv', 'igqw', 'igaa'],
    pattern: '(?:EAA[A-Za-z0-9]{90,400}|IG(?:QV|QW|AA)[A-Za-z0-9_-]{80,400})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(4)],
    examples: [
      fake(
        'EAA{{}}C26cxQmrKdoDksw7WD5T1cFY5VvNCA9O6x3bHtAl7vEMaaB3ytDBGy37bqYmw8TKKHGAe6llxLw8xzW3veV9Kr7qY1Se2vrBM9X1cY2EYDk4zurhxSu7tmvd08BSO4Qz7rh2pVKaKhL2JHropYlyf7eolq4CePAfh',
      ),
      fake(
        'IGQV{{}}JaEOsRCfnOpnix4FZ0rGGw36odRhNqmmslk9Vb4atArP5BDY9buKlcFiEfKkIGpvxtIXwneAdXyKGDALfnBNfMmknOBFpa9bliuzatd3a3yh5P0AxQMrdu3nhSJkFUxogZ5Pb1EcO4TH1',
      ),
    ],
  }),
  {
    id: 'facebook-app-token',
    label: 'Facebook app token',
    group: 'api-keys',
    type: 'secret',
    confidence: 'medium',
    placeholder: '[REDACTED:facebook-access-token]',
    anchor: { at: 'inside', back: '0-9', reach: 16 },
    // With the digit before it: a bar alone stands in every table.
    keywords: [...'0123456789'].flatMap((digit) => [`${digit}|`, `${digit}%7c`]),
    pattern: '[0-9]{15,16}(?:\\||%7C)[A-Za-z0-9_-]{27}',
    validate: [isNotMadeUp, entropyAtLeast(4)],
    examples: ['FACEBOOK_APP_TOKEN=1346579397872175|s7L_N5GemJC5kDelixXxpHmqM6w'],
  },
  named({
    id: 'facebook-app-secret',
    label: 'Facebook app secret',
    keywords: ['facebook', 'fb_app', 'fb_secret', 'instagram'],
    pattern: '[0-9a-f]{32}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['FACEBOOK_APP_SECRET=6d9e37cde9d750458734c4e83dd5f07a'],
  }),
  named({
    id: 'twitter-secret',
    label: 'X (Twitter) key, secret or token',
    keywords: ['twitter', 'x_api_', 'x_access_', 'x_consumer'],
    pattern: '(?:[0-9]{15,25}-[A-Za-z0-9]{20,45}|[A-Za-z0-9]{50}|[A-Za-z0-9]{45}|[A-Za-z0-9]{25})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [
      'TWITTER_API_KEY=BKGy2JHvxF0TUEjKtOUCHWbMq',
      'TWITTER_API_SECRET=4aZ1DWk9Z4FXjdGlfVFwigWM6O21jDCMBQd9XorJJvmqFyzHav',
      'TWITTER_ACCESS_TOKEN=4836569849015315831-lDAgyWzmag1fvm4wT7nVsjTVZ0qYAu',
      'TWITTER_ACCESS_SECRET=UQVeRLqDoHZ4SK2llDByqylzGFTCRnRJInrdzaVuDPaRP',
    ],
  }),
  key({
    id: 'twitter-bearer-token',
    label: 'X (Twitter) bearer token',
    keywords: ['aaaaaaaaaaaaaaaaaaaa'],
    pattern: 'AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,120}',
    validate: [mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [
      fake('AAAAAAAAAAAA{{}}AAAAAAAAAAMLheAQ7KiD2AqMKeFE4xGAUGBo%2B0ZL2wvrQ63I23PKLkn0DY3VwlCkDESfYbhBkKdMeBJgvuxiJxX'),
    ],
  }),
  named({
    id: 'linkedin-secret',
    label: 'LinkedIn client id or secret',
    keywords: ['linkedin', 'linked_in', 'linked-in'],
    pattern: '(?:WPL_AP[0-9]\\.[A-Za-z0-9]{16}\\.[A-Za-z0-9+/]{6}==|[A-Za-z0-9]{16}|[A-Za-z0-9]{14})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: ['LINKEDIN_CLIENT_SECRET=Rm4tK9KfjDGaaWJ7'],
  }),
  named({
    id: 'media-api-secret',
    label: 'Secret of Twitch, Spotify, Flickr, Vimeo, Unsplash, Reddit, Strava, TikTok, Bitly or Yelp',
    keywords: ['twitch', 'spotify', 'flickr', 'vimeo', 'unsplash', 'reddit', 'strava', 'tiktok', 'bitly', 'yelp'],
    pattern: '[A-Za-z0-9_-]{27,128}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.3)],
    examples: [
      'TWITCH_CLIENT_SECRET=r8ntnjh37ub225mcrljqvgdptvnio9',
      'SPOTIFY_CLIENT_SECRET=8ceb42f773f6d2de8c25a9060ad58c2c',
      'FLICKR_API_KEY=ccbc7ea25075cea60a9d77242dcbaf53',
    ],
  }),
  {
    id: 'nostr-private-key',
    label: 'Nostr private key',
    group: 'private-keys',
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:nostr-private-key]',
    anchor: { at: 'start' },
    keywords: ['nsec1'],
    pattern: 'nsec1[02-9ac-hj-np-z]{58}',
    validate: [isNotRepetitive],
    examples: [fake('nsec1{{}}0d5vnd08zc0kapeskjc8f5lc0ax33yjpgs8j5e2ea2xra3n35erc6mpmv2')],
  },
];
