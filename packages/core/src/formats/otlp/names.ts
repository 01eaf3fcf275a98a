/**
 * Names of OpenTelemetry's conventions for generative AI, as they are in version 1.41.0 of the semantic conventions. They
 * are in development there: this version is written, whatever comes after.
 */
export const SEMCONV_VERSION = '1.41.0';
export const SCHEMA_URL = `https://opentelemetry.io/schemas/${SEMCONV_VERSION}`;

export const OPERATION = 'gen_ai.operation.name';
export const PROVIDER = 'gen_ai.provider.name';
export const CONVERSATION = 'gen_ai.conversation.id';
export const AGENT_NAME = 'gen_ai.agent.name';
export const AGENT_ID = 'gen_ai.agent.id';
export const AGENT_VERSION = 'gen_ai.agent.version';
export const AGENT_DESCRIPTION = 'gen_ai.agent.description';
export const REQUEST_MODEL = 'gen_ai.request.model';
export const RESPONSE_MODEL = 'gen_ai.response.model';
export const RESPONSE_ID = 'gen_ai.response.id';
export const FINISH_REASONS = 'gen_ai.response.finish_reasons';
export const INPUT_MESSAGES = 'gen_ai.input.messages';
export const OUTPUT_MESSAGES = 'gen_ai.output.messages';
export const SYSTEM_INSTRUCTIONS = 'gen_ai.system_instructions';
export const INPUT_TOKENS = 'gen_ai.usage.input_tokens';
export const OUTPUT_TOKENS = 'gen_ai.usage.output_tokens';
export const CACHE_READ = 'gen_ai.usage.cache_read.input_tokens';
export const CACHE_WRITE = 'gen_ai.usage.cache_creation.input_tokens';
export const REASONING_TOKENS = 'gen_ai.usage.reasoning.output_tokens';
export const TOOL_NAME = 'gen_ai.tool.name';
export const TOOL_TYPE = 'gen_ai.tool.type';
export const TOOL_CALL_ID = 'gen_ai.tool.call.id';
export const TOOL_ARGUMENTS = 'gen_ai.tool.call.arguments';
export const TOOL_RESULT = 'gen_ai.tool.call.result';
export const ERROR_TYPE = 'error.type';

/** Ours, where the conventions have no word. */
export const SCOPE = 'hansard';
export const TRANSCRIPT_ID = 'hansard.transcript.id';
export const SOURCE = 'hansard.source';
export const TITLE = 'hansard.session.title';
export const STATE = 'hansard.session.state';
export const CACHE_WRITE_1H = 'hansard.usage.cache_write_1h.input_tokens';
export const INHERITED = 'hansard.usage.inherited';
export const VARIANT = 'hansard.model.variant';
export const TOOL_STATUS = 'hansard.tool.status';
export const TOOL_KIND = 'hansard.tool.kind';
export const TOOL_SERVER = 'hansard.tool.server';
export const EXIT_CODE = 'process.exit.code';

/** Makers of models by their name in `provider/model` to the conventions' name of the provider. */
const PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'gcp.gemini',
  xai: 'x_ai',
  mistral: 'mistral_ai',
  deepseek: 'deepseek',
  cohere: 'cohere',
  groq: 'groq',
  perplexity: 'perplexity',
  bedrock: 'aws.bedrock',
  vertex: 'gcp.vertex_ai',
  azure: 'azure.ai.openai',
};

/** No provider is known. */
export const OTHER = '_OTHER';

/** From a model as `provider/model`. */
export function providerOf(model: string | undefined): string {
  const maker = model?.includes('/') ? model.slice(0, model.indexOf('/')) : '';
  return (Object.hasOwn(PROVIDERS, maker) ? PROVIDERS[maker] : maker) || OTHER;
}

/** From the conventions' name. */
export function readProvider(told: string | undefined): string | undefined {
  if (told === undefined || told === '' || told === OTHER) return undefined;
  return Object.entries(PROVIDERS).find(([, word]) => word === told)?.[0] ?? told;
}
