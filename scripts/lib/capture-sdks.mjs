/**
 * The SDKs of model providers, and exporters and instrumentations of OpenTelemetry, that tests run, pinned; without them those
 * tests say that they were skipped.
 */
import { ensurePinned } from './pinned-install.mjs';

const PINNED = {
  openai: '7.55.0',
  '@anthropic-ai/sdk': '1.9.0',
  '@google/genai': '3.1.0',
  ai: '7.0.170',
  '@ai-sdk/openai': '4.0.115',
  '@ai-sdk/anthropic': '4.0.102',
  '@openai/agents': '0.20.0',
  '@langchain/openai': '1.6.0',
  '@langchain/core': '1.2.13',
  zod: '4.6.7',
  '@ai-sdk/otel': '1.0.170',
  '@opentelemetry/api': '1.10.0',
  '@opentelemetry/api-logs': '0.223.1',
  '@opentelemetry/resources': '2.12.1',
  '@opentelemetry/sdk-trace-base': '2.12.1',
  '@opentelemetry/sdk-logs': '0.223.1',
  '@opentelemetry/exporter-trace-otlp-http': '0.223.1',
  '@opentelemetry/exporter-trace-otlp-proto': '0.223.1',
  '@opentelemetry/exporter-logs-otlp-http': '0.223.1',
  '@opentelemetry/exporter-logs-otlp-proto': '0.223.1',
  '@traceloop/instrumentation-openai': '0.27.0',
  '@arizeai/openinference-instrumentation-openai': '4.2.7',
};

/** Why there are none; undefined when there are. */
export const ensureCaptureSdks = (env) => ensurePinned('capture-sdks', PINNED, env);

if (process.argv[1]?.endsWith('capture-sdks.mjs')) console.log(ensureCaptureSdks(process.env) ?? 'The SDKs are there.');
