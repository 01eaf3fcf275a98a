/** A client that redacts nothing is refused for every secret of the redaction cases, and no value is anywhere afterwards. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainScan } from '@hansard/core/privacy/matching/plain-scan.ts';
import { Scanner } from '@hansard/core/privacy/matching/scanner.ts';
import { rules } from '@hansard/core/privacy/rules/index.ts';
import { redactionCaseFiles } from '@hansard/core/testing/redaction-cases.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHub } from '../testing/running-hub.ts';
import { messages, redacted } from '../testing/samples.ts';

const secrets = rules.filter(({ type }) => type === 'secret');
const scanner = new Scanner([new PlainScan(secrets)], [new PlainScan(secrets)]);
const cases = redactionCaseFiles()
  .flatMap((file) => file.cases)
  .filter(({ kind }) => kind === 'finds')
  .map(({ name, input }) => ({ name, text: input, values: scanner.scan(input).map(({ value }) => value) }))
  .filter(({ values }) => values.length > 0);

let hub: TestHub;
let key: string;
beforeAll(async () => {
  hub = await TestHub.open();
  key = await hub.key('submitter');
});
afterAll(() => hub.close());

it('refuses each of them, and repeats none', { timeout: 240_000 }, async () => {
  expect(cases.length).toBeGreaterThan(250);
  const document = redacted('unredacted', messages('one'));
  const taken: string[] = [];
  const repeated: string[] = [];
  for (const { name, text, values } of cases) {
    const { status, text: answer } = await hub.send(key, { ...document, events: [{ ...document.events[0], text }] });
    if (status !== 422) taken.push(`${name}: ${status}`);
    if (values.some((value) => value.length >= 8 && answer.includes(value))) repeated.push(name);
  }
  expect({ taken, repeated }).toEqual({ taken: [], repeated: [] });
  const kept = readdirSync(hub.folder).map((name) => readFileSync(join(hub.folder, name)).toString('latin1'));
  const told = `${kept.join('')}${hub.reported.map(String).join('')}`;
  expect(cases.filter(({ values }) => values.some((value) => value.length >= 8 && told.includes(value)))).toEqual([]);
});
