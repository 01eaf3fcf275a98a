/** What the published example claims must hold in itself. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { measure } from '../../reading/metrics.ts';
import { sha256 } from '../../testing/fixtures.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, sourceOf } from '../contract.ts';
import { transcriptLines } from './format.ts';

const { events, metrics, privacy, session, attachments } = example as unknown as Transcript;

describe('the example', () => {
  it('numbers its events without gaps, in the document and in each source', () => {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    for (const { source } of session.agents ?? []) {
      const own = events.filter((event) => event.source === source);
      expect(own.map(({ sourceSeq }) => sourceSeq)).toEqual(own.map((_event, index) => index + 1));
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('pairs calls with results and refers only to what is there', () => {
    const ids = new Set(events.map(({ id }) => id));
    expect(events.filter(({ parentId }) => parentId && !ids.has(parentId))).toEqual([]);
    const calls = (type: string) => events.filter((event) => event.type === type).map(({ tool }) => tool?.callId);
    expect(calls('tool_result').toSorted()).toEqual(calls('tool_call').toSorted());
    const keys = new Set(session.inputs?.map(({ key }) => key));
    expect(events.filter(({ native }) => native?.input && !keys.has(native.input))).toEqual([]);
  });

  it('has the metrics of its events', () => {
    const { cost, ...rest } = metrics;
    expect(measure(events)).toEqual(rest);
    const sum = events.reduce((total, event) => total + (event.costMicroUsd ?? 0), 0);
    expect(cost?.microUsd).toBe(sum);
  });

  it('lists its redactions where they are', () => {
    const found = events.flatMap((event) => (event.redactions ?? []).map((redaction) => ({ event, redaction })));
    expect(found).toHaveLength(privacy.redactionCount);
    for (const { event, redaction } of found) {
      const text = redaction.field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], event);
      expect(String(text).slice(redaction.start, redaction.end)).toBe(redaction.placeholder);
    }
  });

  it('is the same as JSON Lines', async () => {
    let text = '';
    for await (const piece of transcriptLines.write?.(sourceOf(example as unknown as Transcript), { digest: sha256 }) ??
      [])
      text += String(piece);
    const path = fileURLToPath(new URL('../../../../../examples/transcript-lines.example.jsonl', import.meta.url));
    await expect(text).toMatchFileSnapshot(path);
    const { transcripts } = await collectTranscripts(transcriptLines.read?.([text], { digest: sha256 }) as never);
    expect(transcripts).toEqual([example]);
  });

  it('keeps each attachment under its hash', () => {
    const hashes = events.flatMap(({ parts = [] }) => parts.flatMap(({ hash }) => (hash ? [hash] : [])));
    expect(hashes).toEqual(Object.keys(attachments ?? {}));
    for (const [hash, { bytes, data = '' }] of Object.entries(attachments ?? {})) {
      expect(`sha256-${sha256(Buffer.from(data, 'base64'))}`).toBe(hash);
      expect(Buffer.from(data, 'base64').length).toBe(bytes);
    }
  });
});
