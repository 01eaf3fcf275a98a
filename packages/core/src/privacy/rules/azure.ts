/** Microsoft Azure and Entra ID. Newer keys carry a signature in a fixed place, by which they are told from noise. */
import type { Rule } from '../rule.ts';
import { entropyAtLeast } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const group = 'cloud';
const BASE64 = 'A-Za-z0-9+/';

export const azure: readonly Rule[] = [
  named({
    id: 'azure-storage-key',
    label: 'Azure storage or Cosmos DB account key',
    group,
    confidence: 'high',
    keywords: ['accountkey', 'account_key', 'account-key', 'storage_key', 'storagekey', 'storage_access_key'],
    pattern: `[${BASE64}]{86}==`,
    edges: 'none',
    examples: [
      'DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=ymF+v8gAMhyLyOCaQm8UCV7WkOqr3NJODhFFsXWaFEzCcUny5Dvveb4vuyBA6of/zlH+Mpe7Y9eGyJL5H1Klt6==;EndpointSuffix=core.windows.net',
    ],
  }),
  named({
    id: 'azure-shared-access-key',
    label: 'Azure Service Bus, Event Hubs or IoT Hub key',
    group,
    confidence: 'high',
    keywords: ['sharedaccesskey', 'shared_access_key'],
    pattern: `[${BASE64}]{43}=`,
    edges: 'none',
    examples: [
      'Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=gmIbZ3s3suGndS3IpLvwuQw3aL+JKcrDnbiuAMZkuXM=',
    ],
  }),
  key({
    id: 'azure-sas-signature',
    label: 'Signature of an Azure shared access address',
    group,
    keywords: ['&sig=', '?sig=', ';sig='],
    pattern: '[&?;]sig=(?<secret>[A-Za-z0-9%+/]{40,80}(?:=|%3[Dd])?)',
    edges: 'none',
    validate: [isNotMadeUp, entropyAtLeast(3.5)],
    examples: [
      'https://acme.blob.core.windows.net/c/b?sv=2024-11-04&se=2030-01-01&sp=r&sig=zel9dfTINyeLjl765TCL%2BEPTPfN5ykoAcH9rWMZD8V%3D',
    ],
  }),
  {
    id: 'azure-client-secret',
    label: 'Entra ID client secret',
    group,
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:azure-client-secret]',
    anchor: { at: 'inside', back: 'A-Za-z0-9_~.', reach: 4 },
    keywords: ['7q~', '8q~'],
    pattern: '[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}',
    validate: [isNotMadeUp, entropyAtLeast(3.5)],
    examples: [fake('AZURE_CLIENT_SECRET=Abc8Q{{}}~CSchi09N0-m8xBPvboVLz393pMULaymf3C')],
  },
  {
    id: 'azure-devops-token',
    label: 'Azure DevOps personal access token',
    group,
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:azure-devops-token]',
    anchor: { at: 'inside', back: 'A-Za-z0-9', reach: 76 },
    keywords: ['azdo'],
    pattern: '[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}',
    examples: [fake('lPXEvMurHONtmF8LEazy2XHv7gzG628my3dDLJrU6kXhCzIYEmbmnjBypTuOcbsvBfQsxW6t2jaYAZ{{}}DO5faN')],
  },
  named({
    id: 'azure-devops-legacy-token',
    label: 'Azure DevOps personal access token',
    group,
    placeholder: '[REDACTED:azure-devops-token]',
    keywords: ['azure_devops', 'azuredevops', 'azure_pat', 'ado_pat', 'ado_token', 'devops_ext_pat', 'vsts'],
    pattern: '[a-z2-7]{52}',
    validate: [isNotMadeUp, entropyAtLeast(3.5)],
    examples: ['AZURE_DEVOPS_EXT_PAT=k3jq7w2mzx5nbv4yt6r2hgfd3sapo5iuyl7ecm2qnwz4xkvb6trj'],
  }),
  {
    id: 'azure-signed-key',
    label: 'Azure key with a signature: search, functions, registries, storage, Cosmos DB, Service Bus, AI',
    group,
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:azure-key]',
    anchor: { at: 'inside', back: 'A-Za-z0-9+/_-', reach: 76 },
    keywords: ['azse', '+acr', 'azfu', 'acdb', '+ast', '+aba', 'apim', '+asb', '+aeh', 'aiot', 'azca', 'jqqj99'],
    pattern: [
      `[${BASE64}]{76}(?:ACDb|\\+ASt|\\+ABa|APIM)[${BASE64}]{5}[AQgw]==`,
      '[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}',
      '[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{5}[AQgw]==',
      `[${BASE64}]{42}(?:AzSe|\\+ACR)[A-D][${BASE64}]{5}`,
      `[${BASE64}]{33}(?:\\+ASb|\\+AEh|AIoT|AzCa)[A-P][${BASE64}]{5}=`,
    ].join('|'),
    validate: [isNotMadeUp, entropyAtLeast(4)],
    examples: [
      fake('u5wfAHfzjglP3kfHYHVzLvSOF7LEJJr9249TJJyFdQAz{{}}SeAxTxF6'),
      fake('i0IRoI1OZmvLjC2tMw6CNvu1tSZohRmkYhs7HjSxtO+A{{}}CRAT9qbE'),
      fake('Z8Qpl3mgVyi2uw0wgnqbuTidhvvQHJ5mGuyx2JKY68svialBVAoxQxIqHkHAUpFblbnLlJLGllr5AC{{}}DbH6f0zQ=='),
      fake('xWLteUiej34hMEpUs34wHz1QQR12RtFGY+A{{}}SbBrAHgP='),
      fake('9aIJq1iwUITJWCUzZzxMp0YsxpwzAnzMYhwEf06eY1aPYyAv1IYKJQ{{}}QJ99qRCvgiOWXaL4C6wvcMObYEuIKg'),
    ],
  },
  named({
    id: 'azure-ai-key',
    label: 'Azure OpenAI or AI services key',
    group,
    keywords: [
      'azure_openai',
      'azureopenai',
      'azure-openai',
      'cognitive',
      'ocp-apim-subscription-key',
      'azure_ai',
      'azure_search',
    ],
    pattern: '[0-9a-f]{32}',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: [
      'AZURE_OPENAI_API_KEY=707cc896261181944b30781acf44130c',
      'Ocp-Apim-Subscription-Key: 6c873ce6e684e122837d6e334feafc0d',
    ],
  }),
];
