/** Random secrets in random fields of real transcripts: every one of them is gone afterwards. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { changedAt, type Planted, plantedBy, type StringField, stringFields } from '../../testing/planted-secrets.ts';
import { receiptFaults } from '../../testing/receipt.ts';
import { testGate } from '../../testing/test-gate.ts';
import type { Transcript } from '../../transcript.ts';
import { rules } from '../rules/index.ts';

/** All content goes along, so that nothing is gone only because its field is. */
const gate = testGate('team');
const secrets = rules.filter(({ type }) => type === 'secret');
const transcripts = goldenTranscripts();

interface Place extends StringField {
  readonly transcript: Transcript;
}

/** Attachments are left out: their content is encoded, and has a test of its own. */
function anyPlace(random: (below: number) => number): Place {
  const { transcript } = transcripts[random(transcripts.length)]!;
  const fields = stringFields(transcript).filter(({ path: [root] }) => root !== 'attachments');
  return { transcript, ...fields[random(fields.length)]! };
}

const gone = (transcript: Transcript, { secret }: Planted): boolean => !everyText(transcript).includes(secret);

/** All strings and names of fields, not quoted: a secret must not be there in any of them. */
function everyText(value: unknown): string {
  const texts: string[] = [];
  const walk = (inner: unknown): void => {
    if (typeof inner === 'string') texts.push(inner);
    if (typeof inner !== 'object' || inner === null) return;
    for (const [name, next] of Object.entries(inner)) {
      texts.push(name);
      walk(next);
    }
  };
  walk(value);
  return texts.join('\n\n');
}

describe('a planted secret', () => {
  it.each(secrets.map((rule) => [rule.id, rule] as const))('%s is found in whatever field it stands', (_, rule) => {
    const random = randomFrom(rule.pattern.length * 31 + rule.id.length);
    for (let i = 0; i < 4; i++) {
      const planted = plantedBy(rule, random);
      const { transcript, path, use } = anyPlace(random);
      if (!planted || everyText(transcript).includes(planted.secret)) continue;
      // Labels and references are looked at by rules that are certain.
      if (use !== 'content' && rule.confidence !== 'high') continue;
      const changed = changedAt(transcript, path, (text) =>
        use === 'content' ? `${text} ${planted.text} x` : planted.text,
      );
      const redacted = gate.redactTranscript(changed);
      expect(gone(redacted, planted), `${path.join('.')}: ${planted.text}`).toBe(true);
      expect(receiptFaults(redacted)).toEqual([]);
    }
  });

  it('goes from everywhere else when it was found once', () => {
    const random = randomFrom(99);
    for (let i = 0; i < 60; i++) {
      const rule = secrets[random(secrets.length)]!;
      const planted = plantedBy(rule, random);
      if (!planted || planted.secret.length < 16 || !/\d/.test(planted.secret) || !/[a-z]/i.test(planted.secret))
        continue;
      const { transcript } = anyPlace(random);
      const [first] = transcript.events;
      if (!first || everyText(transcript).includes(planted.secret)) continue;
      const bare = { ...first, id: 'bare', seq: transcript.events.length + 2, text: `(${planted.secret})` };
      const told = { ...first, id: 'told', seq: transcript.events.length + 1, text: planted.text };
      for (const added of [
        [told, bare],
        [bare, told],
      ]) {
        const redacted = gate.redactTranscript({ ...transcript, events: [...transcript.events, ...added] });
        expect(gone(redacted, planted), planted.text).toBe(true);
      }
    }
  });

  it('is found in the name of a field, and names that come out the same are told apart', () => {
    const { transcript } = transcripts[0]!;
    const extra = { 'jane@corp-mail.io': 1, 'joe@corp-mail.io': 2, '[REDACTED:email]': 3 };
    const event = { ...transcript.events[0]!, extra };
    const redacted = gate.redactTranscript({ ...transcript, events: [event] });
    expect(redacted.events[0]?.extra).toEqual({
      '[REDACTED:email]': 1,
      '[REDACTED:email]#2': 2,
      '[REDACTED:email]#3': 3,
    });
    expect(redacted.events[0]?.redactions).toMatchObject([
      { field: 'extra/[REDACTED:email]', key: true, start: 0, end: 16 },
      { field: 'extra/[REDACTED:email]#2', key: true, start: 0, end: 16 },
    ]);
  });
});
