/** Where source code is kept: GitHub, GitLab, Bitbucket, Gitea, Sourcegraph. */
import type { Check, Rule } from '../rule.ts';
import { hasChecksum } from '../validation/crc32.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

/** A right checksum settles it; without one (older or self-hosted servers, edited samples) it must not be filler. */
const isGitHubToken: Check = (token, text, start) => hasChecksum(token) || isNotMadeUp(token, text, start);

export const forges: readonly Rule[] = [
  key({
    id: 'github-token',
    label: 'GitHub token: personal, OAuth, app, installation, refresh',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: 'gh[pousr]_[A-Za-z0-9]{36,251}',
    validate: [isGitHubToken],
    examples: [
      fake('ghp_{{}}ln5WfSaaEHInJPlkGtnfgZC2TwLFch1UCnP1'),
      fake('gho_{{}}4aRUaq9flQx5WRfvyIkGFzakeM9cyO2wIwki'),
      fake('ghu_{{}}wn8ueMrlikySpmYgBE8oCHSNaxG9up3CKhEp'),
      fake('ghs_{{}}8X5kZIH0RLFNW4OBvvsGv3GS9wnAUE11uW3u'),
      fake('ghr_{{}}WxUcDP926OeA8XvSLgAEyo6g2LYpsnZljH2P3IPR3Q4x125den3owR8jDaYxIGjk87OVSw18xsuL'),
    ],
  }),
  key({
    id: 'github-app-jwt-token',
    label: 'GitHub installation token, newer form',
    placeholder: '[REDACTED:github-token]',
    keywords: ['ghs_'],
    pattern: 'ghs_[0-9]{1,20}_eyJ[A-Za-z0-9_-]{10,600}\\.[A-Za-z0-9_-]{10,2000}\\.[A-Za-z0-9_-]{10,1000}',
    examples: [
      fake(
        'ghs_{{}}5885357_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiI0MiJ9.DWNRGeTeognFpzMWEqEzSC7Pz4YBGFTBi_PkcPtR4jopG46RLLEU4iOIx4oL',
      ),
    ],
  }),
  key({
    id: 'github-fine-grained-token',
    label: 'GitHub fine-grained personal access token',
    placeholder: '[REDACTED:github-token]',
    keywords: ['github_pat_'],
    pattern: 'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}',
    examples: [
      fake('github_pat_{{}}gqkbefVPZUjnbC9Z6DVCkp_jsAa2EgGCu8TW2YuBhpj0erlgwOVwpxXxdOGf88sYBUdT3bodhBM6o6zrCF'),
    ],
  }),
  named({
    id: 'github-client-secret',
    label: 'GitHub OAuth app secret or older token',
    keywords: ['github_client_secret', 'github_secret', 'github_token', 'gh_token', 'github_pat', 'github_oauth'],
    pattern: '[0-9a-f]{40}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['GITHUB_CLIENT_SECRET=9fb8072d25fea7aad7abf54cde78e1b12aeb14bf'],
  }),
  key({
    id: 'gitlab-token',
    label: 'GitLab token: personal, project, group, deploy, runner, feed, agent and others',
    keywords: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glptt-',
      'glcbt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
      'glwt-',
    ],
    pattern: 'gl(?:pat|dt|rtr|rt|ptt|cbt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{19,299}[A-Za-z0-9_-]',
    examples: [
      fake('glpat-{{}}iFB36brTVoxEQ8uVguCT'),
      fake('glpat-{{}}ul0sXQNyylgC0Rs3j8deo7q5UfP.01.0zokzaf4g'),
      fake('gldt-{{}}0lU2sZKX5wzfT9XlXFUN'),
      fake('glrt-{{}}t1_1dQ9P1RHUudHhZqGHsYs'),
      fake('glptt-{{}}04fe1982e1431624b2de6b54ea55de487a0e2e87'),
      fake('glcbt-{{}}64_zodU9LYsUMALCmSJ0XZ9'),
      fake('glagent-{{}}QFf-LLs0OpgD0zb1Bj-8ccwTD68JSa73DIafnNYPaWUyAqFz0o'),
      fake('gloas-{{}}ae06f2ce2074f365729a717e4c22d2a4dee6949b9caf1080b4669fd236107081'),
    ],
  }),
  key({
    id: 'gitlab-runner-registration-token',
    label: 'GitLab runner registration token',
    placeholder: '[REDACTED:gitlab-token]',
    keywords: ['gr1348941'],
    pattern: 'GR1348941[A-Za-z0-9_-]{20}(?!-)',
    examples: [fake('GR1348941{{}}Lre-XZKeT7nkbYqTNUcb')],
  }),
  key({
    id: 'gitlab-session-cookie',
    label: 'GitLab session cookie',
    keywords: ['_gitlab_session='],
    pattern: '_gitlab_session=(?<secret>[0-9a-f]{32})',
    edges: 'right',
    examples: ['_gitlab_session=1ce9af5473f1c29842246c88f20241ff'],
  }),
  key({
    id: 'bitbucket-app-password',
    label: 'Bitbucket app password',
    keywords: ['atbb'],
    pattern: 'ATBB[A-Za-z0-9_=.-]{24,40}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [fake('ATBB{{}}XQTpb3opUugS3feH55ANzbaX134223F6')],
  }),
  key({
    id: 'bitbucket-server-token',
    label: 'Bitbucket Data Center token',
    keywords: ['bbdc-'],
    pattern: 'BBDC-[A-Za-z0-9+/]{40,50}',
    examples: [fake('BBDC-{{}}LJHrUIrur0yBa4giZv37YYkGm7guLFCtD7/NFHygEU4o')],
  }),
  named({
    id: 'bitbucket-client-secret',
    label: 'Bitbucket client key or secret',
    keywords: ['bitbucket'],
    pattern: '(?:[A-Za-z0-9_=-]{64}|[A-Za-z0-9]{32})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [
      'BITBUCKET_CLIENT_SECRET=6aM2adlgiTa9UZgH3CKfnivfNdJANw9h',
      'bitbucket_secret: epmt7eGiTda23mnar5ke0vU8Vtc3MN7EG2G7irmD0lSvK1iLmPpWADJGwDYNgSuR',
    ],
  }),
  named({
    id: 'gitea-token',
    label: 'Gitea, Forgejo or Codeberg token',
    keywords: ['gitea', 'forgejo', 'codeberg', 'gitee', 'gogs'],
    pattern: '(?:[0-9a-f]{40}|[0-9a-f]{32})',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['GITEA_TOKEN=87785fa00e6dcdaa39083c65d75043a583d44a67'],
  }),
  key({
    id: 'sourcegraph-token',
    label: 'Sourcegraph access token',
    keywords: ['sgp_', 'slk_'],
    pattern: '(?:sgp|slk)_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40,64}',
    caseless: true,
    examples: [
      fake('sgp_{{}}84334220db21b8ea_5d7c134685fd593903a1178eada3738fe7c73d49'),
      fake('sgp_{{}}local_ea207f9ad58d28cb3278aedb95abe93ec57682cc'),
    ],
  }),
  key({
    id: 'phabricator-token',
    label: 'Phabricator token',
    keywords: ['api-', 'cli-'],
    pattern: '(?:api|cli)-[a-z0-9]{28}',
    confidence: 'medium',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.8)],
    examples: [fake('api-{{}}iopxk7cag0l9izztcd77ctnntjlw')],
  }),
];
