/**
 * What exporters have sent, as inputs: a file for each session, which grows and is read whole, because spans come in any
 * order. What an agent says of itself is one more witness of the session that its own log tells of.
 */
import {
  type Adapter,
  adapters,
  type Host,
  type LocatedInput,
  type Transcript,
  type TranscriptFile,
} from '@hansard/core';
import type { TranscriptsFound } from '@hansard/core/adapters/contract.ts';
import { telemetryHome } from '@hansard/core/data-home.ts';
import { problemDraft, transcriptsOnly } from './imported-adapter.ts';

export const TELEMETRY = 'telemetry';

const FILE = /\.otlp\.jsonl$/;
/** What belongs to no session lies apart, and is no input. */
export const UNPLACED = 'unplaced';

export const telemetryAdapter: Adapter = {
  id: TELEMETRY,
  label: 'Telemetry',
  version: '1.0.0',
  homepage: '',
  evidence: 'recorded',
  versionsSeen: '',
  keeps: '`telemetry/` in the archive’s folder',
  variables: [],
  coverage: {},
  dialects: [
    { ...transcriptsOnly(TELEMETRY), detect: ({ keys }) => (isTelemetry(keys) ? 1 : 0), transcripts: readSent },
  ],
  async *locate(host) {
    for (const service of await host.list(telemetryHome(host))) {
      if (!service.folder || service.name === UNPLACED) continue;
      for (const { path, name, folder } of await host.list(service.path)) {
        if (!folder && FILE.test(name)) yield inputAt(path);
      }
    }
  },
  inputsOf: async (_host, path) => [inputAt(path)],
};

const isTelemetry = (keys: readonly string[]): boolean =>
  keys.includes('resourceSpans') || keys.includes('resourceLogs');

export const inputAt = (path: string): LocatedInput => ({ path, kind: 'document', role: 'session' });

/** Whether anything was ever sent. */
export async function hasTelemetry(host: Host): Promise<boolean> {
  return (await host.stat(telemetryHome(host)))?.folder === true;
}

async function readSent({ read, digest }: TranscriptFile): Promise<TranscriptsFound> {
  const { readTelemetry } = await import('@hansard/core/formats/otlp/read.ts');
  const { collectTranscripts } = await import('@hansard/core/formats/contract.ts');
  const { transcripts, problems } = await collectTranscripts(readTelemetry(copied(read()), { digest }));
  return { transcripts: transcripts.map(ofItsAgent), problems: problems.map(problemDraft), standingOf };
}

/** Agents call themselves by names of their own. */
function ofItsAgent(transcript: Transcript): Transcript {
  const { source } = transcript;
  const known = adapters.find(({ id, knownAs = [] }) => id === source.agent || knownAs.includes(source.agent));
  return known ? { ...transcript, source: { ...source, agent: known.id } } : transcript;
}

function standingOf({ source }: Transcript) {
  if (source.adapter === 'otlp-facts') return 'beside';
  // The agent's own log has the same words under other ids.
  return adapters.some(({ id }) => id === source.agent) ? 'unnamed' : 'named';
}

/** A chunk of the host is only valid until the next one. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.prototype.slice.call(chunk);
}
