/** Continuous integration, code analysis, infrastructure as code and keepers of secrets. */
import type { Rule } from '../rule.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const delivery: readonly Rule[] = [
  key({
    id: 'circleci-token',
    label: 'CircleCI token',
    keywords: ['ccipat_', 'cciprj_'],
    pattern: 'CCI(?:PAT|PRJ)_[A-Za-z0-9]{10,30}_[0-9a-f]{40}',
    examples: [fake('CCIPAT_{{}}S0zVAZLhs4x84dgLAm7B0w_7d5186c3a432f3aac35d8afc7e35290b5fe0567c')],
  }),
  key({
    id: 'buildkite-token',
    label: 'Buildkite token',
    keywords: ['bkua_', 'bkaj_', 'bkct_', 'bkagent_'],
    pattern: 'bk(?:ua|aj|ct|agent)_[0-9A-Za-z]{40,64}',
    examples: [fake('bkua_{{}}854b6083047c38addc298dffc03939bf4d877e39')],
  }),
  key({
    id: 'harness-token',
    label: 'Harness token',
    keywords: ['pat.', 'sat.'],
    pattern: '[ps]at\\.[A-Za-z0-9_-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{20}',
    examples: [fake('pat.{{}}x9ITJf8l3mi6XG3lHeZFha.632895bc0e4f3e18a6ec042d.JDF5Kq7r3lQBi7IeBjcA')],
  }),
  key({
    id: 'octopus-api-key',
    label: 'Octopus Deploy key',
    keywords: ['api-'],
    pattern: 'API-[A-Z0-9]{25,27}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [fake('API-{{}}N3LN8HCJ8JC5OYTL1BCUORDRVZ')],
  }),
  named({
    id: 'ci-token',
    label: 'Token of Drone, Travis, Jenkins, Bitrise, Codemagic, AppVeyor, TeamCity, Coveralls or CircleCI (older)',
    keywords: [
      'droneci',
      'drone_token',
      'travis',
      'jenkins',
      'bitrise',
      'codemagic',
      'appveyor',
      'teamcity',
      'coveralls',
      'circle_token',
      'circleci',
    ],
    pattern: '[A-Za-z0-9_-]{20,90}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.3)],
    examples: [
      'DRONECI_TOKEN=1woqbgyl7tgn4fyg42bynj4zujxpocct',
      'TRAVIS_TOKEN=ucXHxEvGzD2zWwBgjRl2ss',
      'JENKINS_API_TOKEN=1128f2541deb0eedc74e6a5049ba5b2936',
      'CIRCLE_TOKEN=7afc26f1719b318b228d3e7dd0de9a464a218da2',
    ],
  }),
  key({
    id: 'sonar-token',
    label: 'SonarQube token',
    keywords: ['squ_', 'sqp_', 'sqa_'],
    pattern: 'sq[upa]_[0-9a-f]{40}',
    examples: [fake('squ_{{}}ae109ab5679c2e2b698f4464806ea45f4f311b7a')],
  }),
  named({
    id: 'sonar-legacy-token',
    label: 'Sonar token, older form',
    placeholder: '[REDACTED:sonar-token]',
    keywords: ['sonar_token', 'sonar.token', 'sonar_login', 'sonar.login', 'sonarcloud', 'sonar-token'],
    pattern: '[A-Za-z0-9_=-]{40}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['SONAR_TOKEN=38bfc8f7a0e3efb9ce70e4ab721cb4a7c7317b0b'],
  }),
  named({
    id: 'snyk-token',
    label: 'Snyk token',
    keywords: ['snyk'],
    pattern: UUID,
    examples: ['SNYK_TOKEN=636385d8-8d29-40ce-8c92-ef55f373569d'],
  }),
  key({
    id: 'infracost-api-key',
    label: 'Infracost key',
    keywords: ['ico-'],
    pattern: 'ico-[A-Za-z0-9]{32}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: [fake('ico-{{}}WmgZ6ibbti8MJMfbwOy1IPoMmS4ETO50')],
  }),
  key({
    id: 'prefect-api-key',
    label: 'Prefect key',
    keywords: ['pnu_', 'pnb_'],
    pattern: 'pn[ub]_[A-Za-z0-9]{36}',
    examples: [fake('pnu_{{}}EzCSp3XOxfd2myjCCvhJuOWCmmYAxMWwgYMH')],
  }),
  key({
    id: 'vault-token',
    label: 'HashiCorp Vault token',
    keywords: ['hvs.', 'hvb.', 'hvr.'],
    pattern: 'hv[sbr]\\.[A-Za-z0-9_-]{24,400}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [
      fake('hvs.{{}}CAESZpqxfUF3sa0hQrDs1PE6Qxs_z75PZ3vfZkJxQoCzEJHfrxBjxvB1_rDGI388-D7b-lxcU1HqWYtzJ4Ops8AiDpLqq7'),
      fake(
        'hvb.{{}}AAAAAQ6QRtmb2UEqQWzMPTHC-RD3KrN9N0r_XGeNWn5dsBqpd-6cVwDgK4GALxKKJTwDr9Le6CoYoFjI_w57vBUfgzI_H71KgK99EKQytPU3c-cpC_p7HCN2u3gv3kn3EoLX-31x22zE1O-GvjBapFWugvkzyuK620ZZ1A',
      ),
      fake('hvs.{{}}dhQoORFVD29ARM9A5sUvfsFo'),
    ],
  }),
  named({
    id: 'vault-legacy-token',
    label: 'Vault token, older form',
    placeholder: '[REDACTED:vault-token]',
    keywords: ['vault_token', 'vault-token', 'x-vault-token', 'client_token'],
    pattern: '[sbr]\\.[A-Za-z0-9]{24}',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: ['VAULT_TOKEN=s.k3U6Fm9DAP4CIqDlTYXtFNvM'],
  }),
  {
    id: 'terraform-token',
    label: 'HCP Terraform token',
    group: 'api-keys',
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:terraform-token]',
    anchor: { at: 'inside', back: 'A-Za-z0-9', reach: 15 },
    keywords: ['.atlasv1.'],
    pattern: '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}',
    examples: [fake('W7BeEKGhYyisc8.atlas{{}}v1.pJU7WkeJ9raRk6i8FPpT3Tlx51MJLdcnm_EmDpfG3_TkduEbeJDoKFQnO-JBG4lqm8F')],
  },
  key({
    id: 'doppler-token',
    label: 'Doppler token: personal, service, CLI, SCIM, audit',
    keywords: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.said.', 'dp.scim.', 'dp.audit.'],
    pattern: 'dp\\.(?:pt|st|ct|sa|said|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}',
    examples: [
      fake('dp.pt.{{}}AqizG4V8yfefC1XtXWjEnObfJu3HJ8d5v9CTOC0VtMZ'),
      fake('dp.st.{{}}prd.yOxOsPHRAnVROg22nYE0lJ6TGEDn925bovKhRZ0wSNs'),
    ],
  }),
  key({
    id: '1password-secret-key',
    label: '1Password secret key',
    keywords: ['a3-'],
    pattern: 'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
    examples: [fake('A3-{{}}GKG8VV-A0F9VK-1Y1CE-GOVUV-7LNRZ-6JHQE')],
  }),
  key({
    id: '1password-service-account-token',
    label: '1Password service account token',
    keywords: ['ops_eyj'],
    pattern: 'ops_eyJ[A-Za-z0-9+/_-]{200,1600}={0,2}',
    edges: 'left',
    examples: [
      fake(
        'ops_{{}}eyJ8Zc1Gm7eQO9CpnBXA2OEWmIm7+2VuNu9QjL4IoEU0sUaCj0drBvSM5VrFXoFXXNU3GZqzkn6LT0kEtpnz4NROWNWe2mrVSkk6dkVMUtpfn+MEaVYLArlDF2PbZPXtxEBxir6l0244IRh4bbwpNDY1lkO+y1KqniAcumkT15CeAaD3/T/0XyDd29kJP/J9ac9sihqYlli8V2O14CK3u4n/yQriJp8FZBBySaWixjdcUexF+EIPutZqg5vrralPIOQeak3==',
      ),
    ],
  }),
  named({
    id: 'bitwarden-access-token',
    label: 'Bitwarden Secrets Manager token',
    keywords: ['bws_access_token', 'bitwarden'],
    pattern: `0\\.${UUID}\\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}==`,
    edges: 'none',
    examples: [
      fake(
        'BWS_ACCESS_TOKEN=0.{{}}60cbb665-fdd9-4db2-8c53-48c51b5f1caf.owxmwjWOT41DGC2LqCONESiDu6t66S:ik2qObFYVnT678+SBiaNfH==',
      ),
    ],
  }),
  key({
    id: 'infisical-token',
    label: 'Infisical service token',
    keywords: ['st.'],
    pattern: 'st\\.[0-9a-f]{24}\\.[0-9a-f]{32}\\.[0-9a-f]{32}',
    examples: [
      fake('st.{{}}ea2c6f6393e7e67f1a8487b4.600b902316255701c8ec9580b5c6a31b.6da5e848d9d0b030df750ec6e2afa9ff'),
    ],
  }),
  key({
    id: 'pulumi-token',
    label: 'Pulumi token',
    keywords: ['pul-'],
    pattern: 'pul-[0-9a-f]{40}',
    examples: [fake('pul-{{}}7040c1900277b417abe080682d599a0b35be25e3')],
  }),
  key({
    id: 'age-secret-key',
    label: 'age secret key',
    group: 'private-keys',
    keywords: ['age-secret-key-'],
    pattern: 'AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58,120}',
    examples: [fake('AGE-SECRET-KEY-{{}}1XZP0DE0V8F9VGW6EQ2DSYHFGDCMK873ZQGHSPZ4CQ8JA3JYU8EZQY7LX8D')],
  }),
];
