/** Package and image registries: npm, PyPI, RubyGems, crates.io, NuGet, JFrog, Docker, Clojars and others. */
import type { Check, Rule } from '../rule.ts';
import { textOfBase64 } from '../validation/base64-text.ts';
import { hasChecksum } from '../validation/crc32.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const isNpmToken: Check = (token, text, start) => hasChecksum(token) || isNotMadeUp(token, text, start);
/** `user:password` in base64, as in `.npmrc` and Docker's config. */
const holdsUserAndPassword = (value: string): boolean => /^[^\s:]{1,200}:\S{1,2000}$/.test(textOfBase64(value) ?? '');

export const registries: readonly Rule[] = [
  key({
    id: 'npm-token',
    label: 'npm token',
    keywords: ['npm_'],
    pattern: 'npm_[A-Za-z0-9]{36}',
    validate: [isNpmToken],
    examples: [
      fake('npm_{{}}DRE6e9LyWRLeffhBtF5awnI2P6bAHN4DlIgf'),
      fake('//r.acme.dev/:_authToken=npm_{{}}R9n56F5h9A326dZOUZxZJBhPuj4AuU072aCC'),
    ],
  }),
  named({
    id: 'npm-legacy-token',
    label: 'npm token, older form or of another registry',
    placeholder: '[REDACTED:npm-token]',
    keywords: ['_authtoken'],
    pattern: '[A-Za-z0-9_=./+-]{20,1000}',
    edges: 'none',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: ['//r.acme.dev/:_authToken=a6c77063-fdb5-4686-b1b5-76788bbad48e'],
  }),
  named({
    id: 'npm-basic-auth',
    label: 'User and password of an npm registry',
    keywords: ['_auth'],
    pattern: '[A-Za-z0-9+/]{8,1000}={0,2}',
    edges: 'none',
    validate: [holdsUserAndPassword],
    examples: ['//r.acme.dev/:_auth=Ym9iOnE4WnYyTGtQIXc='],
  }),
  named({
    id: 'docker-config-auth',
    label: 'User and password in a Docker config',
    keywords: ['"auth'],
    pattern: '[A-Za-z0-9+/]{8,1000}={0,2}',
    edges: 'none',
    validate: [holdsUserAndPassword],
    examples: ['{"auths":{"ghcr.io":{"auth":"Ym9iOnE4WnYyTGtQIXc="}}}'],
  }),
  key({
    id: 'docker-hub-token',
    label: 'Docker Hub token',
    keywords: ['dckr_pat_', 'dckr_oat_'],
    pattern: 'dckr_[po]at_[A-Za-z0-9_-]{24,40}',
    examples: [fake('dckr_pat_{{}}A_1sJMjuf8OF2wJeJ2XQPR0df00'), fake('dckr_oat_{{}}J1qL7pXy0IDE_7BKbWF3gN7tE9maaSLh')],
  }),
  key({
    id: 'pypi-token',
    label: 'PyPI token',
    keywords: ['pypi-age'],
    pattern: 'pypi-AgE[A-Za-z0-9_-]{50,1000}',
    examples: [
      fake(
        'pypi-{{}}AgEIcHlwaS5vcmcx561dT6GcQ_ubd3wYNoWltJu8p107L3WR0yrdYy8t9OF6LabB0fn6r-nPeXEJF_efIuhGulxz5A5hdLtaMvoDeNEYuaq1p9-H31Q16jlN2xHDj93ooAYXB86T5503_9Jc7wG87kzWWjix-aaMGLxA9',
      ),
    ],
  }),
  key({
    id: 'rubygems-token',
    label: 'RubyGems key',
    keywords: ['rubygems_'],
    pattern: 'rubygems_[0-9a-f]{48}',
    examples: [fake('rubygems_{{}}dbb7f8b5297b7390f488d9ed24cbb51e0bda68d3b21c096d')],
  }),
  key({
    id: 'crates-io-token',
    label: 'crates.io token',
    keywords: ['cio'],
    pattern: 'cio[A-Za-z0-9]{32}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.8)],
    examples: [fake('cio{{}}A2P19Zyuv9pnWfKxHQIWvqEwgiQVXg1p')],
  }),
  key({
    id: 'nuget-api-key',
    label: 'NuGet key',
    keywords: ['oy2'],
    pattern: 'oy2[a-z2-7]{43}',
    validate: [isNotMadeUp, entropyAtLeast(3.5)],
    examples: [fake('oy2{{}}h3m7qdqsltj2pe43zckbku2vnydtaxvvzmo2qjeby3p')],
  }),
  key({
    id: 'nuget-config-password',
    label: 'Password in a NuGet config',
    confidence: 'medium',
    keywords: ['key="cleartextpassword"', 'key="password"'],
    pattern: 'key="(?:ClearText)?Password"\\s{1,4}value="(?<secret>[^"\\s%<>]{6,200})"',
    caseless: true,
    edges: 'none',
    examples: ['<add key="ClearTextPassword" value="q8Zv2LkP!w" />'],
  }),
  key({
    id: 'jfrog-api-key',
    label: 'JFrog Artifactory API key',
    keywords: ['akcp'],
    pattern: 'AKCp[A-Za-z0-9]{60,73}',
    validate: [isNotMadeUp, entropyAtLeast(4)],
    examples: [fake('AKCp{{}}8ny0Qik2bec0RGPjuaxGLR6sLmUfEhgEKVtfZ4wqpgCbdhcn0NEELsnu4XyhZhfMpKIFE')],
  }),
  key({
    id: 'jfrog-reference-token',
    label: 'JFrog Artifactory reference token',
    keywords: ['cmvmd'],
    pattern: 'cmVmd[A-Za-z0-9]{59}',
    validate: [isNotMadeUp, entropyAtLeast(4)],
    examples: [fake('cmVmd{{}}GtuOjAx3SAGdyS1EPirvsgEOQxTU6nWBpOCkxyNLWP9a2ECmBN4aFmDQMbm')],
  }),
  named({
    id: 'jfrog-identity-token',
    label: 'JFrog token',
    keywords: ['jfrog', 'artifactory', 'bintray'],
    pattern: '(?:[A-Za-z0-9]{73}|[A-Za-z0-9]{64})',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [
      'JFROG_ACCESS_TOKEN=kce8ajd71ehnro6l7vhdtt9xw1nr7v0uai8hn0l8c4xuvkfrppcqcs2q8xgdt1dr',
      'artifactory_api_key = "29EIJZSr7a9H97TJ5YEClHMBIhkOlAETJbJZa7yPAcYTq6MqKrBDLmpUUyCoIOFAlp9zUhwDT"',
    ],
  }),
  key({
    id: 'clojars-token',
    label: 'Clojars deploy token',
    keywords: ['clojars_'],
    pattern: 'CLOJARS_[0-9a-z]{60}',
    caseless: true,
    examples: [fake('CLOJARS_{{}}kxdlyzpu62apvta8tv579c69ky9toalrialwr43vvorwqcjezfev9flt8w5b')],
  }),
  key({
    id: 'packagist-token',
    label: 'Packagist token',
    keywords: ['packagist_'],
    pattern: 'packagist_[a-z]{3}_[0-9a-f]{64,72}',
    examples: [fake('packagist_{{}}uut_d9a02fa8709d1219198a91b361fd66c233427f1441442edad67b54765cc8d3fe2118')],
  }),
  key({
    id: 'deno-deploy-token',
    label: 'Deno Deploy token',
    keywords: ['ddp_', 'ddw_', 'ddo_'],
    pattern: 'dd[pwo]_[A-Za-z0-9]{36}',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: [fake('ddp_{{}}K3Bi4F9d8oCecRyHobCSCId0r62rKeelhs4e')],
  }),
  named({
    id: 'cloudsmith-api-key',
    label: 'Cloudsmith key',
    keywords: ['cloudsmith'],
    pattern: '[0-9a-f]{40}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['CLOUDSMITH_API_KEY=d604e67a0b745640572bebb2ebaa391286947fc2'],
  }),
  named({
    id: 'hex-pm-key',
    label: 'Hex package manager key',
    keywords: ['hex_api_key', 'hexpm'],
    pattern: '[0-9a-f]{32}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: ['HEX_API_KEY=9d45bf107e0aa45675f62f550f2e31e9'],
  }),
  named({
    id: 'sidekiq-credentials',
    label: 'Credentials for Sidekiq gems',
    keywords: ['contribsys__com'],
    pattern: '[0-9a-f]{8}:[0-9a-f]{8}',
    examples: ['BUNDLE_GEMS__CONTRIBSYS__COM=2d6fd36c:15da3922'],
  }),
  named({
    id: 'codecov-token',
    label: 'Codecov upload token',
    keywords: ['codecov'],
    pattern: `(?:${UUID}|[a-z0-9]{32})`,
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: ['CODECOV_TOKEN=a28fe281-a47b-4481-bd08-51fb9dd31ed1'],
  }),
];
