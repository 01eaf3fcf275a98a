/** Names and values in fields of their own, in input that was parsed: as a text would have them. */
import { expect, it } from 'vitest';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';

const inputAfter = (input: Record<string, unknown>, profile: string) =>
  testGate(profile).redactTranscript(transcriptOf([{ type: 'tool_call', tool: { name: 'deploy', input } }])).events[0]
    ?.tool?.input;

const PASSWORD = 'tulip-marble-otter';

it.each(['strict', 'team', 'raw-min'])('a value that is named a secret beside it goes: %s', (profile) => {
  const after = JSON.stringify(
    inputAfter(
      {
        environment: [
          { name: 'DB_PASSWORD', value: PASSWORD },
          { value: PASSWORD, name: 'ADMIN_PASSWORD' },
        ],
        tags: [{ Key: 'MasterPassword', Value: PASSWORD }],
        parameters: [{ ParameterKey: 'DBPassword', ParameterValue: PASSWORD }],
      },
      profile,
    ),
  );
  expect(after).not.toContain(PASSWORD);
  expect(after).toContain('DB_PASSWORD');
});

it('a value that is named something else stays', () => {
  const input = { environment: [{ name: 'MODE', value: 'production' }], field: { value: PASSWORD, type: 'text' } };
  expect(inputAfter(input, 'team')).toEqual(input);
});
