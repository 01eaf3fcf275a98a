/** Monitoring, logs, errors, feature flags. */
import type { Rule } from '../rule.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const operations: readonly Rule[] = [
  named({
    id: 'datadog-key',
    label: 'Datadog API or application key',
    keywords: ['datadog', 'dd_api_key', 'dd_app_key', 'dd-api-key', 'dd-application-key', 'dd_client_token'],
    pattern: '(?:pub[0-9a-f]{32}|[0-9a-z]{40}|[0-9a-f]{32})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [
      'DD_API_KEY=420846b46685cd5f6621c9f48398dbcb',
      'datadog_app_key: "7434682e02e0fde7f7dfccae786f6387b93af7b2"',
    ],
  }),
  key({
    id: 'new-relic-key',
    label: 'New Relic key: user, browser, insert, query',
    keywords: ['nrak-', 'nrjs-', 'nrii-', 'nriq-', 'nrra-', 'nraa-'],
    pattern: 'NR(?:AK-[A-Z0-9]{27}|JS-[0-9a-f]{19}|I[IQ]-[A-Za-z0-9_-]{32}|RA-[0-9a-f]{42}|AA-[0-9a-f]{27})',
    examples: [
      fake('NRAK-{{}}409BNJW6TH6C46FDQ15752H5RFS'),
      fake('NRJS-{{}}e4e9b12bf6e65d4d7e3'),
      fake('NRII-{{}}iwMaF4v-SNh9QTRwpWMJkQYz1eIW_ZjO'),
    ],
  }),
  {
    id: 'new-relic-license-key',
    label: 'New Relic licence key',
    group: 'api-keys',
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:new-relic-key]',
    anchor: { at: 'inside', back: '0-9a-f', reach: 36 },
    keywords: ['nral'],
    pattern: '[0-9a-f]{36}NRAL',
    examples: [fake('aa27690a7538ae234971d6db37815b481252NR{{}}AL')],
  },
  named({
    id: 'new-relic-legacy-key',
    label: 'New Relic key, older form',
    keywords: ['new_relic', 'newrelic', 'new-relic'],
    pattern: '(?:[A-Za-z0-9]{64}|[0-9a-f]{40})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [
      'NEW_RELIC_LICENSE_KEY=0b4544957933da76f6d01f8d85b99f4e6ea59ef2',
      'new_relic_api_id = lf10jw5o3fsr3i38b00nn3s8hlqzfke273n07zwza40cc4rzqtgbeqzyqyusrvxg',
    ],
  }),
  key({
    id: 'hansard-token',
    label: 'Token of a Hansard server',
    keywords: ['hansard_'],
    pattern: 'hansard_[A-Za-z0-9_-]{43}',
    examples: [fake('hansard_{{}}SByyamCHq2VVIgtXUsr2pcn5jf2Ps3G5pcHcqZR6LI4')],
  }),
  key({
    id: 'sentry-token',
    label: 'Sentry token',
    keywords: ['sntryu_', 'sntrys_', 'sntrya_', 'sntryi_', 'sntryr_'],
    pattern: 'sntry(?:[uair]_[0-9a-f]{64}|s_[A-Za-z0-9+/=_-]{60,600})',
    examples: [
      fake('sntryu_{{}}40ca1bfd01a16e595bcc6fbff7745c418915fecfa0176657f265617c7b89461b'),
      fake(
        'sntrys_{{}}eyJpYXQiO1sOAFVPmXvEafl4Rtt8uZOTw2S9e/pbYqY7zscD+mI5oVE4HooQ0Tx2ywHu9QDaZnPocn/sSvsoeUEx/2Vdu944aVOHuIvU4SRlgpPl8AOdnfW67MDyoo2+wfyya6fxbVLAfYQyqGIOR=_Yo/qdZQNFqPzsKkY9vcBiaMbxS2oAgAZuKrjM2A4XnS',
      ),
    ],
  }),
  named({
    id: 'sentry-legacy-token',
    label: 'Sentry token, older form',
    placeholder: '[REDACTED:sentry-token]',
    keywords: ['sentry'],
    pattern: '[0-9a-f]{64}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['SENTRY_AUTH_TOKEN=761076162984d7661f2b2b69c472980b70c77417b58ef6918ff73418a8f7f1d2'],
  }),
  {
    id: 'sentry-dsn',
    label: 'Sentry DSN',
    group: 'api-keys',
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:sentry-dsn]',
    anchor: { at: 'inside', back: '0-9a-f:', reach: 65 },
    keywords: [...'123456789'].map((digit) => `@o${digit}`).concat('@sentry.'),
    pattern:
      '(?<secret>[0-9a-f]{32}(?::[0-9a-f]{32})?)@(?:o[1-9][0-9]{0,15}\\.ingest\\.(?:[a-z]{2}\\.)?sentry\\.io|sentry\\.[a-z0-9.-]{2,60})',
    edges: 'left',
    examples: [fake('https://{{}}a11bec42561ef4a1caeecb65ed64baca@o42.ingest.us.sentry.io/4501')],
  },
  key({
    id: 'grafana-token',
    label: 'Grafana token: cloud, service account, older API key',
    keywords: ['glc_', 'glsa_', 'eyjrijoi'],
    pattern:
      '(?:glc_[A-Za-z0-9+/]{32,400}={0,2}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|eyJrIjoi[A-Za-z0-9]{70,400}={0,2})',
    edges: 'left',
    examples: [
      fake('glc_{{}}eyJvIjoip+2TB03rZtSNiTT/xfsdgV9rkr4ZHNQJUDWmTFvq1iImgJDAnVa7AzW4n9Oab2vgxkhSHMMK6NqL+Xgn='),
      fake('glsa_{{}}VYDbXPNnIZHa2weotXZhWYGbvnDy8ELc_080f84fc'),
      fake('eyJrIjoi{{}}TmLhaTDO221rTBLpUSm8YrxO66B6QYXMVT1dwt7X0PKV0jxw5ukSoipASVX1cP3M7V3YEc7LCy4pB6i7XMWA7gKyYF=='),
    ],
  }),
  named({
    id: 'pagerduty-key',
    label: 'PagerDuty key',
    keywords: ['pagerduty', 'pager_duty', 'pd_token', 'pd_api'],
    pattern: '(?:[A-Za-z0-9_+-]{20}|[0-9a-f]{32})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: ['PAGERDUTY_API_KEY=u+vpZV_fDH7V6fTIhY_f', 'pagerduty_integration_key: 2a5365d5606d4b9060e275b687e5b5c2'],
  }),
  key({
    id: 'dynatrace-token',
    label: 'Dynatrace token',
    keywords: ['dt0'],
    pattern: 'dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}',
    examples: [
      fake('dt0c01.{{}}6W2FUF2ICAA6FJCSQVX35URM.TIZPMCK6R5FXKYVL62GW7FFW7P7SKCZNW6EYVRRKOJFKH2BKDBEPCO25X2DU42G5'),
    ],
  }),
  key({
    id: 'honeycomb-key',
    label: 'Honeycomb key',
    keywords: ['hcaik_', 'hcxik_', 'hcbik_', 'hcamk_'],
    pattern: 'hc(?:[abx]ik|amk)_[a-z0-9]{58}',
    examples: [fake('hcaik_{{}}01meyazyqor6391kd2h0tmscb3j4912gius6kfudb68w9guj6pqr10mu6z')],
  }),
  key({
    id: 'axiom-token',
    label: 'Axiom token',
    keywords: ['xaat-', 'xapt-'],
    pattern: `xa[ap]t-${UUID}`,
    examples: [fake('xaat-{{}}15ed0c19-f41c-48d6-9fa3-c72477979b89')],
  }),
  key({
    id: 'logfire-token',
    label: 'Pydantic Logfire token',
    keywords: ['pylf_v'],
    pattern: 'pylf_v[0-9]_[a-z]{2}_[A-Za-z0-9]{30,60}',
    examples: [fake('pylf_v1_us_{{}}UH8SDvedwkzuGKDHJ74TI58qPF0WPAzibNiwkjwF02B')],
  }),
  key({
    id: 'posthog-key',
    label: 'PostHog personal key',
    keywords: ['phx_', 'phs_'],
    pattern: 'ph[xs]_[A-Za-z0-9]{40,64}',
    examples: [fake('phx_{{}}ZVrOU2Hc2xCuXrGzNbxJ34i3iqiTiB54ENqVK9Bxguc')],
  }),
  named({
    id: 'sumologic-key',
    label: 'Sumo Logic access id or key',
    keywords: ['sumo'],
    pattern: '(?:[A-Za-z0-9]{64}|su[A-Za-z0-9]{12})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [
      'SUMO_ACCESS_KEY=pOV9TFpaUaiBSHgbaZUV3z1OVeczEbzXKWOxLrUkHWXNS1Doh45ztzSoo7JqRgaS',
      'sumologic_access_id: suT3T56M2OElmG',
    ],
  }),
  named({
    id: 'splunk-token',
    label: 'Splunk token',
    keywords: ['splunk', 'hec_token'],
    pattern: UUID,
    examples: ['SPLUNK_HEC_TOKEN=a663c3cf-1d57-4106-84f6-259b5d31dd56'],
  }),
  key({
    id: 'elastic-api-key',
    label: 'Elastic key',
    keywords: ['essu_'],
    pattern: 'essu_[A-Za-z0-9+/]{50,100}={0,2}',
    edges: 'left',
    examples: [fake('essu_{{}}ntD1jph49lwki3cx2yxMR92jGEtBwmMJHYdu/18OeXLU+R5ApUC++UQbvBsdD+hSQUxxzG==')],
  }),
  named({
    id: 'elastic-legacy-key',
    label: 'Elasticsearch key or password',
    keywords: ['elastic', 'elasticsearch', 'kibana'],
    pattern: '(?:[A-Za-z0-9+/_-]{56,80}={0,2}|[A-Za-z0-9]{24})',
    edges: 'none',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [
      'ELASTIC_API_KEY=bXCV90oux2jgeUWtFBQEol5CvyE2p99GWQuAXTelSSqUZ5wJyX9MYJidQb==',
      'ELASTIC_PASSWORD=8PtY8t24AsYjprnCUVvO1QUw',
    ],
  }),
  named({
    id: 'opsgenie-key',
    label: 'Opsgenie, Statuspage or Better Stack key',
    keywords: ['opsgenie', 'genie_key', 'geniekey', 'statuspage', 'betterstack', 'better_stack', 'logtail'],
    pattern: `(?:${UUID}|[A-Za-z0-9]{24,32})`,
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [
      'OPSGENIE_API_KEY=723022bd-867c-4206-a9fa-3b0ab0d13b7b',
      'LOGTAIL_SOURCE_TOKEN=21goQwHZ4CVXdhEqGoQ7epNo',
    ],
  }),
  named({
    id: 'error-tracker-key',
    label: 'Rollbar, Bugsnag, Honeybadger, Airbrake, Segment, Mixpanel, Amplitude or Loggly key',
    keywords: ['rollbar', 'bugsnag', 'honeybadger', 'airbrake', 'segment_write', 'mixpanel', 'amplitude', 'loggly'],
    pattern: `(?:${UUID}|[0-9a-f]{32}|[A-Za-z0-9]{32})`,
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [
      'ROLLBAR_ACCESS_TOKEN=5d030325d34dc0a4c3a370756440a4f2',
      'SEGMENT_WRITE_KEY=4cbrB1zSEYqXCgSXVGjTT8kKtWndkoCF',
    ],
  }),
  key({
    id: 'launchdarkly-key',
    label: 'LaunchDarkly SDK, API or mobile key',
    keywords: ['sdk-', 'api-', 'mob-'],
    pattern: `(?:sdk|api|mob)-${UUID}`,
    examples: [
      fake('sdk-{{}}a6024038-a5c3-43fa-9dde-93810cfe44b5'),
      fake('api-{{}}ac68d503-b366-4e02-949f-56d0fcc42ff1'),
    ],
  }),
  named({
    id: 'launchdarkly-legacy-key',
    label: 'LaunchDarkly key, older form',
    placeholder: '[REDACTED:launchdarkly-key]',
    keywords: ['launchdarkly', 'launch_darkly'],
    pattern: '[A-Za-z0-9_=-]{40}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: ['LAUNCHDARKLY_ACCESS_TOKEN=te2TyOkXnx6u3lV8OQHPDF9jeJOCUvyVUokhPUwx'],
  }),
];
