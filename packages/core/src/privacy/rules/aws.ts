/**
 * Amazon Web Services. The keys in Amazon's own manuals (`AKIAIOSFODNN7EXAMPLE`) are removed like any other: their
 * shape is whole, and nothing is lost.
 */
import type { Rule } from '../rule.ts';
import { entropyAtLeast } from '../validation/entropy.ts';
import { isNotRepetitive } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const group = 'aws';

export const aws: readonly Rule[] = [
  key({
    id: 'aws-access-key-id',
    label: 'AWS access key id',
    group,
    keywords: ['akia', 'asia', 'abia', 'acca'],
    pattern: 'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}',
    validate: [isNotRepetitive],
    examples: [fake('AKIA{{}}DFXYAZJFMNNC72LD'), fake('aws_access_key_id = ASIA{{}}WKQTKYFDAWD6TCLQ')],
  }),
  named({
    id: 'aws-secret-access-key',
    label: 'AWS secret access key',
    group,
    keywords: [
      'aws_secret',
      'aws-secret',
      'awssecret',
      'secret_access_key',
      'secret-access-key',
      'secretaccesskey',
      'secretkey',
    ],
    pattern: '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])',
    edges: 'none',
    validate: [isNotRepetitive, entropyAtLeast(3.8)],
    examples: [
      'AWS_SECRET_ACCESS_KEY=C1A7VjXH41vwel53MpfMINCJ+4+BLhU+pbFFuGzw',
      '"SecretAccessKey": "Bzq1RvNFGzaISntEihv4OefVqh1uCK4kfnsJOUbc"',
    ],
  }),
  named({
    id: 'aws-session-token',
    label: 'AWS session token',
    group,
    keywords: ['aws_session_token', 'aws_security_token', 'sessiontoken', 'x-amz-security-token'],
    pattern: '[A-Za-z0-9/+=%]{100,4000}',
    edges: 'none',
    validate: [isNotRepetitive, entropyAtLeast(4)],
    examples: [
      'AWS_SESSION_TOKEN=KtwS38ytOjfuLdCOdWPwoRRHXJaDPveRQsbat+DPbI2MxIWrys2zwF1JUlZu+0ZSDAMK4WUMWBVVc6w87NWR16+wvjI2D3D1LBct5kSQ2NjX9x0+aDpSnvcLG8reYMOUupzHF+7/JRpj2fTVWEtrfMA7UQ3yVetgPtT6ULjilRiBhp3ND5ea==',
    ],
  }),
  key({
    id: 'aws-session-token-value',
    label: 'AWS session token',
    group,
    placeholder: '[REDACTED:aws-session-token]',
    keywords: ['iqojb3jpz2lux2vj', 'fwogzxivyxdz', 'fqogzxivyxdz'],
    pattern: '(?:IQoJb3JpZ2luX2Vj|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9/+=%]{80,1600}',
    edges: 'left',
    validate: [isNotRepetitive],
    examples: [
      fake(
        'IQoJb3JpZ2lu{{}}X2VjHSwbdXWhX3fcqMoMjOJa+eKaim+apHVnoTjeaX2aD7/pw0etBdo07jdvfTvNGFxnLY7cpq68VxDEG6vtq9nYq9xrPTWpUOdP+UVl5QN4o+RqtghX6Xt/IGQEXSpbfXhC4LBB9nOT3Z3wYMezMGafBrYGpnsHr3Gd',
      ),
    ],
  }),
  key({
    id: 'aws-bedrock-api-key',
    label: 'Amazon Bedrock API key',
    group,
    keywords: ['abskqmvkcm9ja0fqsutles', 'bedrock-api-key-ymvkcm9jay5hbwf6b25hd3muy29t'],
    pattern: '(?:ABSKQmVkcm9ja0FQSUtleS|bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t)[A-Za-z0-9+/]{40,800}={0,2}',
    edges: 'left',
    examples: [
      fake(
        'ABSKQmVkcm9ja0{{}}FQSUtleSKI6jIeNNhsxLqtiYzIEQs8ok/QtOJ4YgqedNNCBuk0yofRGlGoRsMTqdfFmRp+uSjcncxKiAAGlav9d/aDuBoPpqluhcsWBGPyFBOL65jxNI',
      ),
    ],
  }),
  key({
    id: 'aws-presigned-signature',
    label: 'Signature of a presigned AWS address',
    group,
    keywords: ['x-amz-signature='],
    pattern: 'X-Amz-Signature=(?<secret>[0-9a-f]{64})',
    caseless: true,
    edges: 'right',
    examples: [
      'https://b.s3.amazonaws.com/k?X-Amz-Expires=300&X-Amz-Signature=a24a6a0eb1fe7f30f55d4144fc4915af14db7908ae44a1a7b57574ea5848f3e6',
    ],
  }),
  key({
    id: 'aws-marketplace-token',
    label: 'Amazon marketplace token',
    group,
    keywords: ['amzn.mws.'],
    pattern: 'amzn\\.mws\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    examples: [fake('amzn.mws.{{}}20c0d644-4834-4d4c-b374-81b295b63f6e')],
  }),
  key({
    id: 'aws-appsync-key',
    label: 'AWS AppSync API key',
    group,
    keywords: ['da2-'],
    pattern: 'da2-[a-z0-9]{26}',
    validate: [isNotRepetitive, entropyAtLeast(3)],
    examples: [fake('x-api-key: da2-{{}}0m0sfg0vmh6lhveigo6erkqyxq')],
  }),
  named({
    id: 'aws-account-id',
    label: 'AWS account id',
    group,
    type: 'identity',
    keywords: ['aws_account', 'aws-account', 'awsaccount', 'accountid', 'account_id'],
    pattern: '[0-9]{4}-?[0-9]{4}-?[0-9]{4}',
    validate: [isNotRepetitive],
    examples: ['AWS_ACCOUNT_ID=491771824556'],
  }),
  key({
    id: 'aws-arn-account',
    label: 'Account in an AWS resource name',
    group,
    type: 'identity',
    placeholder: '[REDACTED:aws-account-id]',
    confidence: 'medium',
    keywords: ['arn:aws'],
    pattern: 'arn:aws(?:-cn|-us-gov)?:[a-z0-9-]{1,40}:[a-z0-9-]{0,30}:(?<secret>[0-9]{12})',
    edges: 'left',
    validate: [isNotRepetitive],
    examples: ['arn:aws:iam::491725280839:role/deploy'],
  }),
];
