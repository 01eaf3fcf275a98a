import { writeFileSync } from 'node:fs';
import { BUILT_IN, RULE_GROUPS, rules } from '@hansard/core/privacy/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { PLANTED_RULE, PLANTED_SECRET } from '../testing/planted-secret.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
const CLEAN = '7f0c2a9e-0b1d-4c3e-8f7a-000000000003';
let home: TestHome;
beforeAll(() => {
  buildCommand();
  home = new TestHome();
  addSession(home.path, { ask: `Use ${PLANTED_SECRET} to log in.`, answer: 'Write to jo@corp-mail.net about it.' });
  addSession(home.path, { id: OTHER, ask: `Again ${PLANTED_SECRET}\u001b[31m here`, day: 2 });
  addSession(home.path, { id: CLEAN, ask: 'nothing special', day: 3 });
  home.run(['sync']);
});
afterAll(() => home.remove());

const json = (...args: string[]) => JSON.parse(home.run([...args, '--json']).out);

describe('preview', () => {
  it('says in plain words what is left out, and nothing of the secrets', () => {
    const { status, out } = home.run(['preview', SESSION_ID]);
    expect(status).toBe(0);
    expect(out).toMatch(/^Left out: tool output \(\d+\)/m);
    expect(out).toMatch(/^Replaced: 2 secrets, 1 piece of personal data/m);
    expect(out).toMatch(/^\d+ events would be exported\.$/m);
    expect(out).toContain('--profile team');
    expect(out).toContain('--fields shows every place');
    expect(out).not.toContain(PLANTED_SECRET);
    expect(out).not.toContain('Taken out:');
    expect(home.run(['preview', CLEAN, '--profile', 'raw-min']).out).toContain('Nothing is redacted.\n');
  });

  it('shows before and after, with counts by rule, when asked for fields', () => {
    const { status, out, err } = home.run(['preview', SESSION_ID, '--profile', 'research', '--fields']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`Taken out:\\n(.*\\n)* *2  ${PLANTED_RULE} +secret\\n`));
    expect(out).toContain(`  - Use ${PLANTED_SECRET} to log in.\n  + Use [REDACTED:`);
    expect(out).toContain('jo@corp-mail.net');
  });

  it('says the same as JSON, with all places', () => {
    const { changes, profile, receipt, events } = json('preview', SESSION_ID, '--profile', 'team', '--limit', '1');
    expect(profile).toBe('team');
    expect(events.dropped).toBe(0);
    expect(changes).toContainEqual(
      expect.objectContaining({
        field: 'text',
        ruleId: PLANTED_RULE,
        before: PLANTED_SECRET,
        eventType: 'user_message',
      }),
    );
    expect(receipt.redactionCount).toBe(changes.length);
    expect(receipt.counts).toContainEqual({ ruleId: PLANTED_RULE, type: 'secret', count: 2 });
  });

  it('reads files, limits what it shows, colours, and lets no control characters through', () => {
    const path = addSession(home.path, { id: OTHER, ask: `Again ${PLANTED_SECRET}\u001b[31m here`, day: 2 });
    const short = home.run(['preview', path, '-n', '1', '--profile', 'research', '--color', 'always']).out;
    expect(short).toMatch(/… and \d+ places? more; --all shows them\.\n$/);
    const all = home.run(['preview', path, '--all', '--color', 'always']).out;
    expect(all).toContain('\u001b[31mghp_');
    expect(all).toContain('␛[31m here');
  });

  it('notes nothing as shared, and refuses a profile that takes nothing out', () => {
    expect(json('shared').shared).toEqual([]);
    expect(home.run(['shared']).out).toContain('Nothing has left yet');
    expect(home.run(['preview', SESSION_ID, '--profile', 'none']).err).toContain('profile-local');
  });
});

describe('scan', () => {
  it('lists kind, place and age, and never the secret', () => {
    const { status, out } = home.run(['scan', '--all']);
    expect(status).toBe(1);
    expect(out).toMatch(/GitHub.* {2,}#\d+ .*(days?|years|today) +1 +2 +session\.title, text$/m);
    expect(out).toContain('1 secret in 4 places. Looked at 3 sessions.\nRevoke what is real');
    expect(out).toContain('hansard scrub --all');
    expect(out).not.toContain(PLANTED_SECRET);
    const { secrets } = json('scan', '--all');
    const hashes = secrets.map(({ secret }: { secret: string }) => secret);
    expect(hashes).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{12}$/)));
    expect(new Set(hashes).size).toBe(1);
    expect(JSON.stringify(secrets)).not.toContain(PLANTED_SECRET);
  });

  it('counts a secret once, however it is written', () => {
    const [front, back] = [PLANTED_SECRET.slice(0, 20), PLANTED_SECRET.slice(20)];
    const encoded = Buffer.from(`token=${PLANTED_SECRET}`).toString('base64');
    const odd = new TestHome();
    const forms = [`${front}\n${back}`, `X=${front}\\\n${back};`, encoded, `a%3D${PLANTED_SECRET}%26`];
    addSession(odd.path, { ask: 'Look', answer: forms.join('\n\n') });
    odd.run(['sync']);
    const { out } = odd.run(['scan', '--all']);
    odd.remove();
    expect(out).toContain('1 secret in 4 places.');
    expect(out).toMatch(/ +1 +4 +text$/m);
  });

  it('ends with 0 when there are none, and needs to know where to look', () => {
    expect(home.run(['scan', CLEAN])).toMatchObject({ status: 0, out: 'No secrets found. Looked at 1 session.\n' });
    expect(home.run(['scan']).err).toContain('pass --all');
    expect(home.run(['scan', '--all', CLEAN]).err).toContain('not both');
  });
});

describe('profiles', () => {
  it('shows every lever of every profile', () => {
    const { out } = home.run(['profiles']);
    for (const group of Object.keys(RULE_GROUPS)) expect(out).toMatch(new RegExp(`^${group} +(out|kept) `, 'm'));
    expect(out).toMatch(/^strict \* /m);
    expect(out).toMatch(/^tool output +metadata-only +first 2000, last 1000 +full/m);
    const { chosen, profiles } = json('profiles');
    expect(chosen).toBe('strict');
    expect(profiles.map(({ name }: { name: string }) => name)).toEqual(Object.keys(BUILT_IN));
  });

  it('has the user’s own', () => {
    const file = home.file('own.json');
    writeFileSync(file, '{ "profiles": { "mine": { "extends": "team", "content": { "images": false } } } }');
    const env = { HANSARD_PRIVACY_FILE: file };
    const { out } = home.run(['profiles', 'mine', '--json'], { env });
    expect(JSON.parse(out).profiles).toMatchObject([{ name: 'mine', builtIn: false, content: { images: false } }]);
    expect(home.run(['profiles', 'mein'], { env }).err).toMatch(/Did you mean mine/);
  });
});

describe('rules', () => {
  it('lists all', () => {
    expect(json('rules').rules).toHaveLength(rules.length);
    expect(home.run(['rules']).out).toMatch(new RegExp(`^${PLANTED_RULE} +api-keys +secret +high +`, 'm'));
  });

  it('shows what is found in a text, from standard input too', () => {
    const { status, out } = home.run(['rules', 'test', 'token', PLANTED_SECRET]);
    expect(status).toBe(0);
    expect(out).toMatch(/^token \[REDACTED:[a-z-]+\]\n\n/);
    expect(out).toContain(PLANTED_RULE);
    expect(out).not.toContain(PLANTED_SECRET);
    const { found } = JSON.parse(home.run(['rules', 'test', '-', '--json'], { input: PLANTED_SECRET }).out);
    expect(found).toMatchObject([{ ruleId: PLANTED_RULE, type: 'secret' }]);
    expect(home.run(['rules', 'test', 'plain words']).out).toBe('plain words\n\nNothing is found.\n');
  });

  it('checks the user’s own, and tries their examples', () => {
    expect(home.run(['rules', 'test']).out).toContain('0 rules, 0 profiles, 0 exceptions, all valid');
    const file = home.file('rules.json');
    const env = { HANSARD_PRIVACY_FILE: file };
    const rule = { id: 'acme-ticket', pattern: 'ACME-[0-9]{4}', keywords: ['acme-'], examples: ['see ACME-1234'] };
    writeFileSync(file, JSON.stringify({ rules: [rule] }));
    expect(home.run(['rules', 'test'], { env })).toMatchObject({ status: 0, err: '' });
    writeFileSync(file, JSON.stringify({ rules: [{ ...rule, examples: ['see ACME-12'] }] }));
    const { status, err } = home.run(['rules', 'test'], { env });
    expect([status, err]).toEqual([1, expect.stringContaining('acme-ticket does not find its example "see ACME-12"')]);
    expect(home.run(['rules', 'test'], { env }).out).not.toContain('valid');
    writeFileSync(file, JSON.stringify({ rules: [{ ...rule, keywords: ['acne-'], examples: [] }] }));
    const mistaken = home.run(['rules', 'test'], { env });
    expect([mistaken.status, mistaken.err]).toEqual([
      0,
      expect.stringMatching(/acme-ticket finds "ACME-\d{4}" only in/),
    ]);
    writeFileSync(file, JSON.stringify({ rules: [{ ...rule, keywords: ['acne-'], anchor: 'start', examples: [] }] }));
    const never = home.run(['rules', 'test'], { env });
    expect([never.status, never.err]).toEqual([1, expect.stringMatching(/acme-ticket never finds "ACME-\d{4}"/)]);
  });

  it('tells of exceptions that let too much through, and how one is written', () => {
    const file = home.file('allow.json');
    const env = { HANSARD_PRIVACY_FILE: file };
    writeFileSync(file, JSON.stringify({ allow: [{ text: 'hello@example.org' }, { pattern: 'test_[a-z]{1,20}' }] }));
    expect(home.run(['rules', 'test'], { env })).toMatchObject({ status: 0, err: '' });
    writeFileSync(file, JSON.stringify({ allow: [{ pattern: '.{1,300}' }] }));
    const wide = home.run(['rules', 'test'], { env });
    expect([wide.status, wide.err]).toEqual([
      1,
      expect.stringMatching(/exceptions let through .* \d+ rules .*, such as/),
    ]);
    expect(JSON.parse(home.run(['rules', 'test', '--json'], { env }).out).letThrough.length).toBeGreaterThan(100);
    writeFileSync(file, JSON.stringify({ allow: ['hello@example.org'] }));
    expect(home.run(['rules', 'test'], { env }).err).toContain('allow: expected an object in braces: { "text": … }');
  });

  it('says how to look into a file, and what is wrong with one of its own in words', () => {
    const file = home.file('notes.json');
    writeFileSync(file, '{ "rules": [');
    expect(home.run(['rules', 'test', file]).err).toContain(`hansard rules test - < ${file}`);
    const { status, err } = home.run(['rules', 'test'], { env: { HANSARD_PRIVACY_FILE: file } });
    expect([status, err]).toEqual([2, expect.stringContaining(`${file}:1:13: not JSON: close bracket expected`)]);
  });
});
