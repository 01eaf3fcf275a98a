/** Chat, telephony and mail. */
import type { Rule } from '../rule.ts';
import { textOfBase64 } from '../validation/base64-text.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The user's number in base64, a time, a signature; numbers begin with a digit, which gives the first letters. */
const DISCORD_TOKEN = '[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}';
/** The first part of a Discord token is the user's number in base64. */
const beginsWithSnowflake = (value: string): boolean => /^\d{15,21}$/.test(textOfBase64(value.split('.')[0]!) ?? '');

export const messaging: readonly Rule[] = [
  key({
    id: 'slack-token',
    label: 'Slack token: bot, user, workspace, refresh, configuration',
    keywords: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xoxe.xox', 'xoxc-', 'xoxd-'],
    pattern: 'xox(?:e\\.xox[bp]|[abcdeoprs])-[A-Za-z0-9%-]{10,400}',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: [
      fake('xoxb-{{}}095650387323-6553341905359-spR2VIe7rAhsukQCSP9pN1cF'),
      fake('xoxp-{{}}326918294279-544822415683-5341157013047-ece272e2a15aae89fd74c085c6cbfac3'),
      fake(
        'xoxe.xoxp-{{}}1-yjWTQgsvFKuF1bX6wYhg2M0H1eIkyyIxCoO2T5aGqUJ9ITQoBU7s2qJC9D8vOaFOp9J9OZyBbt5Ay8KSXHrSEWD89UXcJiRiEWpkU8DkQPoRDjMx7w2f3ts4SRACGdGgJfXvpyxHlB93ulCEzU3ui8OtkWMfbMxRKzgo',
      ),
      fake(
        'xoxe-{{}}1-hQAV8OCJiz44TXUGc1UqpMaj3HzZ23NzWtJVfAhyv0hRbOexN2EfWzhcbOIHqjfjZTSidqVdjf4Rog7GFU8iFxtbVmrJvMJ0eIwJq6hShRd2WcShnvR2Ohv8WWdaWoN99dzdqzkJW0V9Wg7IWu',
      ),
      fake('xoxa-{{}}2-4gTcVi5vRPP7AhJE8ZsziiGcGRcfv7BdJxUx'),
      fake('xoxs-{{}}7514890241-0153299501-1703105613-e090409a22'),
    ],
  }),
  key({
    id: 'slack-app-token',
    label: 'Slack app-level token',
    keywords: ['xapp-'],
    pattern: 'xapp-[0-9]-[A-Z0-9]{8,16}-[0-9]{8,16}-[A-Za-z0-9]{24,80}',
    examples: [
      fake('xapp-{{}}1-A0G2W5099WJ-9411851689517-5aa1c19429c81f27dd4453d69dca66775a7c45839eb8c6c117241da234023864'),
    ],
  }),
  key({
    id: 'slack-webhook',
    label: 'Slack webhook address',
    keywords: ['hooks.slack.com/'],
    pattern: 'hooks\\.slack\\.com/(?<secret>(?:services|workflows|triggers)/[A-Za-z0-9/+_-]{30,90})',
    edges: 'none',
    examples: [fake('https://hooks.slack.com/services/{{}}T00BYMLFP00/B0TP1SQZJPN/E5YQ4XXgwaZwLcf6w9eKvMTt')],
  }),
  named({
    id: 'discord-bot-token',
    label: 'Discord bot token',
    confidence: 'high',
    keywords: ['discord', 'bot_token', 'bottoken', 'bot-token'],
    pattern: DISCORD_TOKEN,
    validate: [beginsWithSnowflake],
    examples: [fake('DISCORD_TOKEN=MTE5{{}}ODYyMjQ4MzQ3MTkyNTI0OA.G7k2Qx.NN2qjM2Fx6Egv9UAKCOYvi0GjJKJJg95j3S_ic')],
  }),
  key({
    id: 'discord-bot-header',
    label: 'Discord bot token in a header',
    placeholder: '[REDACTED:discord-bot-token]',
    keywords: ['mt', 'mj', 'mz', 'nd', 'nt', 'nj', 'nz', 'od', 'ot'].map((letters) => `bot ${letters}`),
    pattern: `Bot (?<secret>(?:M[Tjz]|N[DTjz]|O[DT])[A-Za-z0-9_-]{21,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45})`,
    validate: [beginsWithSnowflake],
    examples: [fake('Authorization: Bot MTE5{{}}ODYyMjQ4MzQ3MTkyNTI0OA.G7k2Qx.NN2qjM2Fx6Egv9UAKCOYvi0GjJKJJg95j3S_ic')],
  }),
  key({
    id: 'discord-webhook',
    label: 'Discord webhook address',
    keywords: ['discord.com/api/', 'discordapp.com/api/'],
    pattern: 'discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/(?<secret>[0-9]{17,20}/[A-Za-z0-9_-]{60,80})',
    edges: 'none',
    examples: [
      fake(
        'https://discord.com/api/webhooks/{{}}083977135441849833/i4CxFSFPWzaJBXbJBLdGwyxk3ddJ-cuX9L-DGB8PcPGmv6dzyE7UGBUonhE0bsxjHpJd',
      ),
    ],
  }),
  named({
    id: 'discord-client-secret',
    label: 'Discord client secret or key',
    keywords: ['discord'],
    pattern: '(?:[0-9a-f]{64}|[A-Za-z0-9_-]{32})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.3)],
    examples: [
      'DISCORD_CLIENT_SECRET=o4H6IByf7oGon6qI4lmrgP8LtgdhLUC8',
      'discord_public_key: 98da6d1b138578c9eff716c314544e02b51c8005a09e58fd2b8cd482197b8a71',
    ],
  }),
  named({
    id: 'discord-client-id',
    label: 'Discord client id',
    type: 'identity',
    keywords: ['discord'],
    pattern: '[0-9]{17,19}',
    validate: [isNotMadeUp],
    examples: ['DISCORD_CLIENT_ID=119862248347192524'],
  }),
  {
    id: 'telegram-bot-token',
    label: 'Telegram bot token',
    group: 'api-keys',
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:telegram-bot-token]',
    anchor: { at: 'inside', back: '0-9', reach: 12 },
    keywords: [':aa'],
    pattern: '[0-9]{8,12}:AA[A-Za-z0-9_-]{33}(?!-)',
    validate: [isNotMadeUp, entropyAtLeast(4)],
    examples: [
      fake('831316847:{{}}AAE0g9d0ekKKsWC9gsJkCFsoyifWmkY7cXg'),
      fake('https://api.telegram.org/bot314171440:{{}}AAFhIi-9HX7DREb_AXuFNXOR8oJTzAPiXeU/getMe'),
    ],
    edges: 'right',
  },
  key({
    id: 'teams-webhook',
    label: 'Microsoft Teams webhook address',
    keywords: ['webhook.office.com/webhookb2/'],
    pattern: `webhook\\.office\\.com/webhookb2/(?<secret>${UUID}@${UUID}/IncomingWebhook/[0-9A-Za-z]{32}/[0-9A-Za-z-]{36,120})`,
    edges: 'none',
    caseless: true,
    examples: [
      fake(
        'https://acme.webhook.office.com/webhookb2/{{}}d3b805a3-a67f-4a4e-8730-ed646548b87c@5a66a59b-6483-4f82-9894-a2150796d7a5/IncomingWebhook/11893c79841162ef4100dbdf1670b3b3/34a352fe-a416-4d63-a72c-677a21e93d3a',
      ),
    ],
  }),
  key({
    id: 'google-chat-webhook',
    label: 'Google Chat webhook address',
    keywords: ['chat.googleapis.com/v1/spaces/'],
    pattern:
      'chat\\.googleapis\\.com/v1/spaces/[A-Za-z0-9_-]{6,20}/messages\\?(?<secret>key=[A-Za-z0-9_-]{20,60}&token=[A-Za-z0-9_%=-]{20,120})',
    edges: 'none',
    examples: [
      fake(
        'https://chat.googleapis.com/v1/spaces/AAQATvBqFWd/messages?key=AI{{}}zaSyG0wVgomXws-5fKxYZiPKCzJifMFaabHpX&token=kEOAlTWWU1appVaFFUXT1tFyOVgspOLNJtyGEwXTxJD%3D',
      ),
    ],
  }),
  key({
    id: 'twilio-api-key',
    label: 'Twilio key or account id',
    // Two letters would be noticed in every line; with the digit behind them they are rare.
    keywords: ['sk', 'ac'].flatMap((prefix) => [...'0123456789abcdef'].map((digit) => prefix + digit)),
    pattern: '(?:SK|AC)[0-9a-f]{32}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: [
      fake('SK{{}}89ede4c4ebd3534959ac6698b7530609'),
      fake('TWILIO_ACCOUNT_SID=AC{{}}b381e4bd1b45fd2ca3c2b234c033e7ff'),
    ],
  }),
  named({
    id: 'twilio-auth-token',
    label: 'Twilio auth token',
    keywords: ['twilio'],
    pattern: '[0-9a-f]{32}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['TWILIO_AUTH_TOKEN=340ee3064636de46c983b1da6c0d06be'],
  }),
  key({
    id: 'sendgrid-api-key',
    label: 'SendGrid key',
    keywords: ['sg.'],
    pattern: 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}',
    examples: [fake('SG.{{}}guINqdRA9_sxe5tEmkqTC9.QIuGxSrxT3GgpICraumiRW5ZmdnLP2JHKSRnvNu5zzV')],
  }),
  key({
    id: 'mailgun-api-key',
    label: 'Mailgun key',
    keywords: ['key-', 'pubkey-'],
    pattern: '(?:pub)?key-[0-9a-f]{32}',
    examples: [fake('key-{{}}b1a0833d1ebc7fa2dc3236ed2916df9a'), fake('pubkey-{{}}4d5e05df067fa22e2202bd0049975cda')],
  }),
  named({
    id: 'mailgun-signing-key',
    label: 'Mailgun signing or sending key',
    keywords: ['mailgun'],
    pattern: '[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}',
    examples: ['MAILGUN_SIGNING_KEY=7efda4f0da2df0b0d2141436fcffc3b4-9c3c8fe3-1312ad38'],
  }),
  {
    id: 'mailchimp-api-key',
    label: 'Mailchimp key',
    group: 'api-keys',
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:mailchimp-api-key]',
    anchor: { at: 'inside', back: '0-9a-f', reach: 32 },
    keywords: ['-us'],
    pattern: '[0-9a-f]{32}-us[0-9]{1,2}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: [fake('995447dc6e3417dfa766e5fadc55be9e-{{}}us12')],
  },
  key({
    id: 'mandrill-api-key',
    label: 'Mandrill key',
    keywords: ['md-'],
    pattern: 'md-[A-Za-z0-9_-]{22}(?!-)',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.8)],
    examples: [fake('md-{{}}CyoCfd6xabNBmbX62u2g5m')],
  }),
  named({
    id: 'postmark-token',
    label: 'Postmark token',
    keywords: ['postmark'],
    pattern: UUID,
    examples: ['X-Postmark-Server-Token: b56c5ffa-58e3-4b60-b093-15afc3164b0b'],
  }),
  key({
    id: 'brevo-api-key',
    label: 'Brevo (Sendinblue) key',
    keywords: ['xkeysib-', 'xsmtpsib-'],
    pattern: 'x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}',
    examples: [fake('xkeysib-{{}}b4f8e1695b1f3074c1e729866f89ffdc2bd8e1240a0360271de8c631d1364bb8-YeT7LPCz0XXkqH89')],
  }),
  key({
    id: 'resend-api-key',
    label: 'Resend key',
    keywords: ['re_'],
    pattern: 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.8)],
    examples: [fake('re_{{}}geMxe4hc_J4vOSVBXDgaTQIc69MDbNgsN')],
  }),
  key({
    id: 'klaviyo-api-key',
    label: 'Klaviyo private key',
    keywords: ['pk_'],
    pattern: 'pk_[0-9a-f]{34}',
    examples: [fake('pk_{{}}70268acd105e82f34098041bf9b5084886')],
  }),
  key({
    id: 'mailersend-token',
    label: 'MailerSend token',
    keywords: ['mlsn.'],
    pattern: 'mlsn\\.[0-9a-f]{64}',
    examples: [fake('mlsn.{{}}ca00a2518bede91d7b6d3ee90371378e795c6ef5a1d68069eb8b78681b2fc93c')],
  }),
  key({
    id: 'onesignal-key',
    label: 'OneSignal key',
    keywords: ['os_v2_'],
    pattern: 'os_v2_(?:app|org)_[a-z2-7]{80,120}',
    examples: [
      fake(
        'os_v2_app_{{}}k3jq7w2mzx5nbv4yt6r2hgfd3sapo5iuyl7ecm2qnwz4xkvb6trjk3jq7w2mzx5nbv4yt6r2hgfd3sapo5iuyl7ecm2qnwz4xkvb6t',
      ),
    ],
  }),
  key({
    id: 'pubnub-key',
    label: 'PubNub secret key',
    keywords: ['sec-c-'],
    pattern: 'sec-c-[A-Za-z0-9]{48}',
    examples: [fake('sec-c-{{}}njoY5sf83CAFHoeL2JeRz2GFDjr8bkX6aYoiGKkID3xyI18p')],
  }),
  key({
    id: 'matrix-access-token',
    label: 'Matrix access token',
    keywords: ['syt_', 'mct_'],
    pattern: '(?:syt_[A-Za-z0-9=]{2,60}_[A-Za-z]{20}_[A-Za-z0-9]{6}|mct_[A-Za-z0-9]{30}_[A-Za-z0-9]{6})',
    examples: [fake('syt_{{}}Ym9i_vZQgBhnOodzEzpMaGqjL_rT8SSD')],
  }),
  named({
    id: 'messaging-token',
    label: 'Token of Mattermost, Gitter, Sendbird, MessageBird, Vonage, Plivo, Zoom, Pusher, LINE, Intercom or Drift',
    keywords: [
      'mattermost',
      'gitter',
      'sendbird',
      'messagebird',
      'message_bird',
      'message-bird',
      'vonage',
      'nexmo',
      'plivo',
      'zoom_',
      'pusher',
      'line_channel',
      'intercom',
      'drift_',
      'mailjet',
      'sparkpost',
      'customerio',
      'customer_io',
    ],
    pattern: `(?:${UUID}|[A-Za-z0-9_=/+-]{16,180})`,
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.2)],
    examples: [
      'MATTERMOST_TOKEN=0gbmjf9fsmiffr2fzkhrka6swo',
      'gitter_token: bd8b9c0541e8af0aed248fa87e68dd7a749443d4',
      'SENDBIRD_API_TOKEN=5a0d9db014714305eabc716a2b7312ba8f26f268',
      'MESSAGEBIRD_ACCESS_KEY=AT9JrEfWxjINymYR02OoFzBnG',
      'INTERCOM_ACCESS_TOKEN=tEQTYKxXtXp0vjhMVYoU46k4905dPAc4a7Ei7ForVyuS2tAdqZfvQJODndXT',
    ],
  }),
];
