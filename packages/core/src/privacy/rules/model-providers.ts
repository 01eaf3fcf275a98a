/**
 * Providers of models and what grew around them. New shapes appear every few months; keys that begin with `sk-` and
 * fit none of the known ones are caught by `model-key`.
 */
import type { Rule } from '../rule.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

export const modelProviders: readonly Rule[] = [
  key({
    id: 'anthropic-api-key',
    label: 'Anthropic key, admin key or OAuth token',
    keywords: ['sk-ant-'],
    pattern: 'sk-ant-(?:[a-z]{2,10}[0-9]{2}-)?[A-Za-z0-9_-]{16,200}',
    examples: [
      fake(
        'sk-ant-{{}}api03-lDu1vSVtW3KUNLR9TNJgKj-8ZaXVTQS5Ch58wP6TjznxYfz_3V7AIv6mkr7dibGenUyiBM9zq-nzmJ2xhkZz7oUUN2BYyAA',
      ),
      fake(
        'sk-ant-{{}}admin01-hmVlOrI8GizlOV3gr5dXJovPXDXVO9dCgva0AcQTz05IJG24ZTr3nO-JpA82pQUcTeckm6tIfzSXHsKBb9CvmGq-D4gvtAA',
      ),
      fake(
        '"accessToken":"sk-ant-{{}}oat01-ouDl-GyHNdzrOpj-dPfKwRUwDe32g6JVBKgP_c6cruooinaXIC2w2HX71C9HZCRpXX1d2LksGPBwwQ4IiXXqAHAA"',
      ),
    ],
  }),
  key({
    id: 'openai-api-key',
    label: 'OpenAI key, of a project, service account or administrator too',
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-none-'],
    pattern: 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,300}',
    examples: [
      fake(
        'sk-proj-{{}}rrbxxLtEoWyLI699l5TEC3K1QuBd5boaQLyflM0DWavlypIKAEmVW_vV0CE2dqZ5vLi6K8CsxeT3BlbkFJ0Y9APRyOhByfmrNT1Fhcw5OjIVac5EW8XLvOltdA-WT7sfK5LTeOFVQ8ulAtdOnKu4AooOxg-T',
      ),
      fake(
        'sk-svcacct-{{}}N1UhL5jlIHZGww8VobCE7N7S5Zot85BvSUXY2WVDGGupo_Kot6O32meVqDT3BlbkFJqBhaR9BIcD9IaKIfpD09unQyNbmUEP29aD7CAjJxqPC7Sssx-Gtk1EbhtU',
      ),
      fake(
        'sk-admin-{{}}M-FKMWPDvLD6kgirVGXOrBE5AvNlhjI5q33uQUgcitTc7qZoMCufyV6E87T3BlbkFJHNxFwYUbP55mbU3UJ17PWlSypJFFTXwWhdVAVCfUbmdMo98Edle8NyBiku',
      ),
    ],
  }),
  key({
    id: 'openai-session-token',
    label: 'OpenAI session token',
    keywords: ['sess-'],
    pattern: 'sess-[A-Za-z0-9]{40}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [fake('sess-{{}}ltd1O4MemmqVpqGChkRymmWLvV0Qbc2UXdvfMU7i')],
  }),
  key({
    id: 'openrouter-api-key',
    label: 'OpenRouter key',
    keywords: ['sk-or-'],
    pattern: 'sk-or-(?:v[0-9]-)?[A-Za-z0-9]{40,80}',
    examples: [fake('sk-or-{{}}v1-8a9aa22b6ede1d9cfcb7d4dca5cb0229c0fc671409b79f6ad62c5fc2aed8c0df')],
  }),
  key({
    id: 'langfuse-secret-key',
    label: 'Langfuse secret key',
    keywords: ['sk-lf-'],
    pattern: 'sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    examples: [fake('sk-lf-{{}}46b30759-4f18-4de7-b563-dc167879b944')],
  }),
  key({
    id: 'helicone-api-key',
    label: 'Helicone key',
    keywords: ['sk-helicone-'],
    pattern: 'sk-helicone-(?:[a-z]{2}-)?[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}-[a-z0-9]{7}',
    examples: [fake('sk-helicone-{{}}zsm79th-ziz7jv6-pxyd97h-s8aty7l')],
  }),
  key({
    id: 'model-key',
    label: 'Key of OpenAI (older), DeepSeek, Moonshot, DashScope and others that begin with sk-',
    keywords: ['sk-'],
    pattern: 'sk-(?:kimi-)?[A-Za-z0-9]{20,100}',
    validate: [isNotMadeUp, (value) => value.length > 40 || /\d/.test(value)],
    examples: [
      fake('sk-{{}}5gdyqWw4V4xKEHO4zQ1ST3BlbkFJWHAcnj5nQSbG6Z2ofomZ'),
      fake('DEEPSEEK_API_KEY=sk-{{}}0629e879d2cadd59e40c5a69a30f1502'),
      fake('MOONSHOT_API_KEY=sk-{{}}lU8CDlPEscSw9wGGFLw7eQw4isiYfLFvPM9yelw8HZGz1au5'),
    ],
  }),
  key({
    id: 'groq-api-key',
    label: 'Groq key',
    keywords: ['gsk_'],
    pattern: 'gsk_[A-Za-z0-9]{40,64}',
    examples: [fake('gsk_{{}}Il5805Bhtp2gsC2o29NVpTTGtJbbmpddYaWHq1BsOFgtqmg4S9bn')],
  }),
  key({
    id: 'xai-api-key',
    label: 'xAI key',
    keywords: ['xai-'],
    pattern: 'xai-[A-Za-z0-9]{60,100}',
    examples: [fake('xai-{{}}JDgpVgDrZGmMI4n1hBYN12IuNqUdxUcYuG3IlmlAIiU4yOPxtT1QRpvGXQSJRNlMNnr8gBGSC9T5cPbR')],
  }),
  key({
    id: 'perplexity-api-key',
    label: 'Perplexity key',
    keywords: ['pplx-'],
    pattern: 'pplx-[A-Za-z0-9]{40,64}',
    examples: [fake('pplx-{{}}JtdfhtBVWoW20RKtTuiE6aCDslw4PLsYx0kwgjoBjkorRJR2')],
  }),
  key({
    id: 'replicate-api-token',
    label: 'Replicate token',
    keywords: ['r8_'],
    pattern: 'r8_[A-Za-z0-9]{37}',
    examples: [fake('r8_{{}}W4N7TKSfFP8Az1D2ZHoWl1E2VgRkG8oDz0r0d')],
  }),
  key({
    id: 'huggingface-token',
    label: 'Hugging Face token',
    keywords: ['hf_', 'api_org_'],
    pattern: '(?:hf_|api_org_)[A-Za-z0-9]{34,40}',
    examples: [
      fake('hf_{{}}sRpEnlVCpxDiaxTKfvBXnTSQZaJUxskNXZ'),
      fake('api_org_{{}}uGcqTlxzFqiiXXNfHiATixdsJjGHqarbJD'),
    ],
  }),
  key({
    id: 'voyage-api-key',
    label: 'Voyage AI key',
    keywords: ['pa-'],
    pattern: 'pa-[A-Za-z0-9_-]{43}(?!-)',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(4.2)],
    examples: [fake('VOYAGE_API_KEY=pa-{{}}7cZ5ZDg_dvluOBeLKlI3Fkg8tqfZv9yewCxwmfpNeRq')],
  }),
  key({
    id: 'nvidia-api-key',
    label: 'NVIDIA key',
    keywords: ['nvapi-'],
    pattern: 'nvapi-[A-Za-z0-9_-]{60,80}',
    examples: [fake('nvapi-{{}}ftqPOEzctkNbNmWr-_Ta_p2Oe3M3caa9tmm9uPcwyIOEUIWXW7ybdSpXEOGiTZ0c')],
  }),
  key({
    id: 'cerebras-api-key',
    label: 'Cerebras key',
    keywords: ['csk-'],
    pattern: 'csk-[a-z0-9]{40,60}',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: [fake('csk-{{}}nylwtrvsdo4wb6ebmkijwawpa1t5fka2tg9zdoc48fqhzmrp')],
  }),
  key({
    id: 'together-api-key',
    label: 'Together AI key',
    keywords: ['tgp_v1_'],
    pattern: 'tgp_v1_[A-Za-z0-9_-]{40,60}',
    examples: [fake('tgp_v1_{{}}jthCnNLcm0m9Tq3uCi4vgt_H4Jt5CIQ7QzP3VXoC5_L')],
  }),
  key({
    id: 'fireworks-api-key',
    label: 'Fireworks key',
    keywords: ['fw_'],
    pattern: 'fw_[A-Za-z0-9]{22,40}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: [fake('fw_{{}}JkhmRNl7qWinTdwjrwFvp9r1')],
  }),
  key({
    id: 'elevenlabs-api-key',
    label: 'ElevenLabs key',
    keywords: ['sk_'],
    pattern: 'sk_[0-9a-f]{48}',
    examples: [fake('xi-api-key: sk_{{}}b6ec3075d35082eba8c0d53ea9a20e7591937d2a27155d5e')],
  }),
  key({
    id: 'langsmith-api-key',
    label: 'LangSmith key',
    keywords: ['lsv2_'],
    pattern: 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}',
    examples: [fake('lsv2_pt_{{}}4649a4c685cb02efe3c72da515792cbd_025f883445')],
  }),
  key({
    id: 'pinecone-api-key',
    label: 'Pinecone key',
    keywords: ['pcsk_'],
    pattern: 'pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,80}',
    examples: [fake('pcsk_{{}}ZrIT3j_qXyYIhjYKJaoCTiL1SMU6x3Ojcuj65eTzJu6mWv34NtoqeO3zP3EW53a8iEEMUs')],
  }),
  key({
    id: 'tavily-api-key',
    label: 'Tavily key',
    keywords: ['tvly-'],
    pattern: 'tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,44}',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: [fake('tvly-dev-{{}}UJsc6rVGej2CW3m7sVVwrzaJX83RI6ij')],
  }),
  key({
    id: 'firecrawl-api-key',
    label: 'Firecrawl key',
    keywords: ['fc-'],
    pattern: 'fc-[0-9a-f]{32}',
    examples: [fake('fc-{{}}75c1d8b2e7cbe4f33b2e6975ebecb978')],
  }),
  key({
    id: 'jina-api-key',
    label: 'Jina key',
    keywords: ['jina_'],
    pattern: 'jina_[A-Za-z0-9_-]{55,75}',
    examples: [fake('jina_{{}}xCV39RIWj0Kl81tPDBjJSXZOr31V5DzY_DbGURJm4hlyVi6wwDJGKki4ScON')],
  }),
  key({
    id: 'anyscale-api-key',
    label: 'Anyscale key',
    keywords: ['esecret_'],
    pattern: 'esecret_[a-z0-9]{24,32}',
    examples: [fake('esecret_{{}}7kfu4fkagx50pu3xycvs9nsbapmy')],
  }),
  key({
    id: 'friendli-token',
    label: 'Friendli token',
    keywords: ['flp_'],
    pattern: 'flp_[A-Za-z0-9]{44,50}',
    examples: [fake('flp_{{}}jVlltumajUgVuaSoxJwcWyghzGQNYV8FnGsHLoLrDFAXKz')],
  }),
  key({
    id: 'cursor-api-key',
    label: 'Cursor key',
    keywords: ['crsr_', 'key_'],
    pattern: '(?:crsr|key)_[0-9a-f]{64}',
    examples: [fake('CURSOR_API_KEY=key_{{}}dba9b3d75af4fe6cce48f0584c61faa1d32d0fb43d9a0c8e1728741368296e03')],
  }),
  key({
    id: 'copilot-session-token',
    label: 'Session token of GitHub Copilot',
    keywords: ['tid='],
    pattern: 'tid=[0-9a-f]{32};[A-Za-z0-9=;:.,_%-]{20,2000}',
    examples: [
      fake(
        'tid={{}}5facb06d03085b812baedf8acbbd106a;exp=1893456000;sku=free;st=dotcom;ssc=1;8kp=1:2b9a760667193e154d135d9496e13892df46ffdcf73e994a0a50e1810f29f631',
      ),
    ],
  }),
  key({
    id: 'amp-access-token',
    label: 'Amp access token',
    keywords: ['sgamp_'],
    pattern: 'sgamp_[A-Za-z0-9_-]{20,120}',
    examples: [
      fake(
        'sgamp_user_{{}}JEQ0Q3OEUGC307RWUCKK57CDR7_f728637e55462f344622ad965cdb864a790f418299e6c29270b57c0359eb2510',
      ),
    ],
  }),
  named({
    id: 'mistral-api-key',
    label: 'Mistral key',
    keywords: ['mistral'],
    pattern: '[A-Za-z0-9]{32}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.5)],
    examples: ['MISTRAL_API_KEY=jmbzus3SZ5HWnepfqeurzfdHUWf4ydZ4'],
  }),
  named({
    id: 'cohere-api-key',
    label: 'Cohere key',
    keywords: ['cohere', 'co_api_key'],
    pattern: '[A-Za-z0-9]{40}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.8)],
    examples: [
      'CO_API_KEY=AVzOvsseHHKZKgQNcZkVr9SW7luULAviVuGr4jMw',
      'cohere_api_key: "8oaS2x2EDWQQqogfxiDs8KAn6AT6GXS9F9M8bfsa"',
    ],
  }),
  named({
    id: 'model-provider-hex-key',
    label: 'Key of Together, AssemblyAI, Deepgram, ElevenLabs or Weights & Biases (older)',
    keywords: ['together', 'assemblyai', 'assembly_ai', 'deepgram', 'elevenlabs', 'eleven_labs', 'wandb'],
    pattern: '(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})',
    validate: [isNotMadeUp, entropyAtLeast(3)],
    examples: [
      'TOGETHER_API_KEY=5daf9ce1cae4b4cd6dda9aa9fe2c326dd6dbfd14f9d8a0923546228583db45da',
      'WANDB_API_KEY=79bffa1c51d092a856d4860db5410a9dd73b1e1d',
      'ASSEMBLYAI_API_KEY: 3d4ab2b58a049139c278985e9291b42b',
    ],
  }),
  named({
    id: 'zhipu-api-key',
    label: 'Zhipu or Z.ai key',
    keywords: ['zhipu', 'zai_api', 'glm_api', 'bigmodel'],
    pattern: '[0-9a-f]{32}\\.[A-Za-z0-9]{16}',
    examples: ['ZHIPUAI_API_KEY=77a88fed7c1996c0d669d336e1b4fc7d.j2FO41m9M2vwyZgz'],
  }),
  named({
    id: 'model-provider-uuid-key',
    label: 'Key of Exa, SambaNova, Serper and others whose keys are UUIDs',
    keywords: ['exa_api', 'exa-api', 'sambanova', 'x-subscription-token', 'you_api_key'],
    pattern: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    examples: ['EXA_API_KEY=c51e7f5e-04be-4cee-ae6d-47433c66b3e7'],
  }),
  named({
    id: 'privateai-api-key',
    label: 'Private AI key',
    keywords: ['private_ai', 'private-ai', 'privateai'],
    pattern: '[a-z0-9]{32}',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3)],
    examples: ['PRIVATE_AI_API_KEY=3ckfa168aa5gea94rby4x1xrlmpnonnp'],
  }),
];
