import { describe, expect, it } from 'vitest';
import { adapters } from '../../adapters/index.ts';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { TEST_KEY, testDigest, testGate } from '../../testing/test-gate.ts';
import { Pseudonyms } from '../anonymise/pseudonyms.ts';

const pseudonyms = new Pseudonyms(testDigest, TEST_KEY);
const USER = pseudonyms.of('user', 'mwinter');
const HOST = pseudonyms.of('host', 'mw-thinkstation');
const REPO = pseudonyms.of('repo', 'gloamwire');
const OWNER = pseudonyms.of('org', 'acme-labs');
const PERSON = pseudonyms.of('user', 'Mika Winter');

const ENVIRONMENT = {
  cwd: '/home/mwinter/clients/brightco/gloamwire',
  repo: {
    name: 'gloamwire',
    remote: 'git@github.com:acme-labs/gloamwire.git',
    commit: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c',
  },
};
const machine = { users: ['mwinter'], hosts: ['mw-thinkstation.fritz.box'], people: ['Mika Winter'] };
const gate = testGate('research', { machine });

/** What the profile makes of a text that somebody typed in that environment. */
function said(text: string, profile = gate): string {
  const redacted = profile.redactTranscript(
    transcriptOf([{ type: 'user_message', text }], { environment: ENVIRONMENT }),
  );
  return redacted.events[0]?.text ?? '';
}

/** On machines where nobody, or users, hosts and people are called like the agents, or like a part of their names. */
const GATES_OF_NAMESAKES = [[], adapters.map(({ id }) => id), adapters.flatMap(({ id }) => id.split('-'))].map(
  (users) => testGate('strict', { machine: { users, hosts: users, people: users } }),
);

it.each(adapters.map(({ id }) => [id]))('the name of the agent stays, even where a user is called like %s', (agent) => {
  const transcript = transcriptOf([{ type: 'user_message', text: 'hello' }], {
    environment: { cwd: `/home/${agent}/notes`, repo: { name: agent, remote: `git@github.com:${agent}/${agent}.git` } },
  });
  const named = { ...transcript, source: { ...transcript.source, agent, adapter: agent } };
  for (const gate of GATES_OF_NAMESAKES) {
    expect(gate.redactTranscript(named).source).toMatchObject({ agent, adapter: agent });
  }
});

describe('names of the machine, its user and the project', () => {
  it.each([
    [
      'a path in the project keeps what is below it',
      'see /home/mwinter/clients/brightco/gloamwire/src/a.ts',
      `see /${REPO}/src/a.ts`,
    ],
    ['from the home', 'cd ~/clients/brightco/gloamwire && ls', `cd ${REPO} && ls`],
    [
      'flattened',
      '/var/.x/projects/-home-mwinter-clients-brightco-gloamwire/1.jsonl',
      `/var/.x/projects/${REPO}/1.jsonl`,
    ],
    ['another path of the user', 'cat /home/mwinter/.config/x', `cat /home/${USER}/.config/x`],
    [
      'the folder of a client',
      'ls /home/mwinter/clients/brightco',
      `ls /home/${USER}/clients/${pseudonyms.of('folder', 'brightco')}`,
    ],
    ['on Windows', 'C:\\Users\\mwinter\\x', `C:\\Users\\${USER}\\x`],
    ['in a word', 'ask MWinter, not mwinterton', `ask ${USER}, not mwinterton`],
    ['host', 'ping mw-thinkstation', `ping ${HOST}`],
    [
      'owner and repository',
      'https://github.com/acme-labs/gloamwire/pull/3',
      `https://github.com/${OWNER}/${REPO}/pull/3`,
    ],
    ['repository alone', 'Gloamwire is slow', `${REPO} is slow`],
    ['a person', 'written by Mika Winter', `written by ${PERSON}`],
    [
      'an author of a commit',
      'Author: Dana K. Roe <dana@roe-mail.io>',
      `Author: ${pseudonyms.of('user', 'Dana K. Roe')} <[REDACTED:email]>`,
    ],
    ['paths of the system stay', 'cat /etc/hosts /usr/bin/env /tmp/x', 'cat /etc/hosts /usr/bin/env /tmp/x'],
    ['commit hashes stay', 'git show 0f1e2d3c4b5a', 'git show 0f1e2d3c4b5a'],
  ])('%s', (_, text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it.each(['/Users/tqbfox/Developer/github.com/tqbfox/zephyrine', '/home/tqbfox/src/tqbfox/zephyrine'])(
    'go also where a folder is called like the user: %s',
    (cwd) => {
      const transcript = transcriptOf([{ text: 'hello tqbfox, see https://github.com/other/thing' }], {
        environment: { cwd },
      });
      const user = pseudonyms.of('user', 'tqbfox');
      expect(testGate('research').redactTranscript(transcript).events[0]?.text).toBe(
        `hello ${user}, see https://github.com/other/thing`,
      );
    },
  );

  it.each(['skills', 'types', 'agents', 'entire'])('that are ordinary words go only as part of a path: %s', (word) => {
    const environment = { cwd: `/home/tqbfox/${word}`, repo: { name: word } };
    const text = `the ${word} of the project, in /home/tqbfox/${word}/a.ts`;
    const redacted = testGate('research').redactTranscript(transcriptOf([{ text }], { environment }));
    expect(redacted.events[0]?.text).toBe(`the ${word} of the project, in /${pseudonyms.of('repo', word)}/a.ts`);
  });

  it('stand in the head as well', () => {
    const { session, submitter, privacy } = gate.redactTranscript(transcriptOf([], { environment: ENVIRONMENT }));
    expect(session.environment).toEqual({
      cwd: `/${REPO}`,
      repo: { ...ENVIRONMENT.repo, name: REPO, remote: `git@github.com:${OWNER}/${REPO}.git` },
    });
    expect(submitter).toEqual({ ...pseudonyms.submitter(), identityLinked: false });
    expect(privacy.anonymizationApplied).toBe(true);
    expect(privacy.rulesApplied).toEqual(
      expect.arrayContaining(['api-keys', 'aws', 'jwt', 'emails', 'abs-paths', 'project-path']),
    );
  });

  it('are learnt from the transcript when it comes from another machine', () => {
    const elsewhere = { cwd: '/Users/tqbfox/dev/zephyrine', repo: { name: 'zephyrine' } };
    const redacted = testGate('research').redactTranscript(
      transcriptOf([{ type: 'user_message', text: 'tqbfox, open zephyrine' }], { environment: elsewhere }),
    );
    expect(redacted.events[0]?.text).toBe(
      `${pseudonyms.of('user', 'tqbfox')}, open ${pseudonyms.of('repo', 'zephyrine')}`,
    );
  });

  it('that are words are replaced only where they stand as names', () => {
    const { events } = testGate('research').redactTranscript(
      transcriptOf(
        [
          { type: 'user_message', text: 'will it work? /home/will/x and will@host, but free will' },
          { type: 'user_message', text: 'the core of /home/will/dev/core/packages/core/a.ts' },
        ],
        { environment: { cwd: '/home/will/dev/core', repo: { name: 'core' } } },
      ),
    );
    const will = pseudonyms.of('user', 'will');
    expect(events[0]?.text).toBe(`will it work? /home/${will}/x and ${will}@host, but free will`);
    expect(events[1]?.text).toBe(`the core of /${pseudonyms.of('repo', 'core')}/packages/core/a.ts`);
  });

  it('that everybody has stay', () => {
    expect(said('/home/ubuntu/x /home/runner/work root@localhost')).toBe(
      '/home/ubuntu/x /home/runner/work root@localhost',
    );
  });

  it('of three letters are replaced in paths', () => {
    const environment = { cwd: '/home/kim/x' };
    const { events } = testGate('research').redactTranscript(
      transcriptOf([{ type: 'user_message', text: 'kim, see /srv/kim/a and /home/kim/b' }], { environment }),
    );
    const kim = pseudonyms.of('user', 'kim');
    expect(events[0]?.text).toBe(`kim, see /srv/${kim}/a and /home/${kim}/b`);
  });
});

describe('machines that only a network of one’s own knows', () => {
  const host = (name: string) => pseudonyms.of('host', name);

  it.each([
    ['psql -h quillon7.prod.acme.internal -U app', `psql -h ${host('quillon7.prod.acme.internal')} -U app`],
    ['curl http://quillon7:8080/job/x', `curl http://${host('quillon7')}:8080/job/x`],
    ['git clone ssh://git@quillon7/x.git', `git clone ssh://git@${host('quillon7')}/x.git`],
    ['ssh -i ~/.ssh/id deploy@quillon7', `ssh -i ~/.ssh/id deploy@${host('quillon7')}`],
  ])('are replaced in commands and addresses: %s', (text, expected) => expect(said(text)).toBe(expected));

  it.each([
    'curl http://localhost:3000/x',
    'open https://example.com/a and chrome://settings',
    'connect to host.docker.internal:5432',
    'import com.acme.internal.Thing; see module.internal()',
  ])('others stay: %s', (text) => expect(said(text)).toBe(text));

  it('stay where names do', () => {
    const text = 'curl http://quillon7:8080/job/x';
    expect(said(text, testGate('team', { machine }))).toBe(text);
  });
});

describe('the strict profile', () => {
  it('omits the repository and hides commits', () => {
    const strict = testGate('strict', { machine });
    const redacted = strict.redactTranscript(
      transcriptOf(
        [
          { type: 'user_message', text: 'revert 0f1e2d3, then git show 9a8b7c6d5e4f' },
          { type: 'user_message', text: 'what was 9a8b7c6d about? sha256 0f1e2d3c is other' },
        ],
        { environment: ENVIRONMENT },
      ),
    );
    const first = pseudonyms.of('commit', '0f1e2d3');
    const second = pseudonyms.of('commit', '9a8b7c6');
    expect(redacted.session.environment).toEqual({ cwd: `/${REPO}` });
    expect(redacted.events[0]?.text).toBe(`revert ${first}, then git show ${second}`);
    expect(redacted.events[1]?.text).toBe(`what was ${second} about? sha256 ${first} is other`);
  });
});

describe('profiles that keep names', () => {
  it.each(['team', 'hiring-signal', 'raw-min'])('%s', (profile) => {
    const text = 'mwinter on mw-thinkstation: /home/mwinter/clients/brightco/gloamwire/a 0f1e2d3';
    expect(said(text, testGate(profile, { machine }))).toBe(text);
  });

  it('link the identity only when they say so', () => {
    const linked = (profile: string) => testGate(profile).redactTranscript(transcriptOf([])).submitter?.identityLinked;
    expect(linked('hiring-signal')).toBe(true);
    expect(linked('team')).toBe(false);
  });
});

describe('a project that is called like a field of the format', () => {
  const cwd = '/home/mwinter/clients/permission';
  const NAME = pseudonyms.of('repo', 'permission');
  const permission = { id: 'p1', action: 'run it', status: 'requested', details: { permission: 'for permission' } };
  const redacted = gate.redactTranscript(
    transcriptOf([{ type: 'permission', permission, extra: { permission: 1 } }], { environment: { cwd } }),
  );

  it('leaves the fields of the format as they are', () => {
    expect(redacted.events[0]).toHaveProperty('permission.action', 'run it');
    expect(redacted.session.environment.cwd).toBe(`/${NAME}`);
  });

  it('goes where names are the agent’s own, and the receipt says so', () => {
    expect(redacted.events[0]?.permission?.details).toEqual({ [NAME]: `for ${NAME}` });
    expect(redacted.events[0]?.extra).toEqual({ [NAME]: 1 });
    expect(receiptFaults(redacted)).toEqual([]);
    expect(gate.redactTranscript(redacted)).toEqual(redacted);
  });
});

describe('the owner of a repository whose remote only git names', () => {
  const told = (profile: string) =>
    testGate(profile).redactTranscript(
      transcriptOf(
        [
          { type: 'user_message', text: 'origin\tgit@github.com:acme-labs/gloamwire.git (fetch)' },
          { type: 'user_message', text: 'open https://github.com/acme-labs/docs, not https://github.com/nodejs/node' },
        ],
        { environment: { cwd: '/home/mwinter/gloamwire' } },
      ),
    );

  it('becomes a pseudonym, there and in other addresses', () => {
    const redacted = told('research');
    expect(redacted.events.map(({ text }) => text)).toEqual([
      `origin\tgit@github.com:${OWNER}/${REPO}.git (fetch)`,
      `open https://github.com/${OWNER}/docs, not https://github.com/nodejs/node`,
    ]);
    expect(receiptFaults(redacted)).toEqual([]);
  });

  it('stays where the repository does', () => {
    expect(told('team').events[0]?.text).toContain('acme-labs/gloamwire');
  });
});

describe('the folder that holds a project', () => {
  const FOLDER = pseudonyms.of('folder', 'brightco');
  const environment = { cwd: '/home/mwinter/clients/brightco/gloamwire' };
  it.each([
    ['clone git@github.com:brightco/gloamwire.git now', `clone git@github.com:${FOLDER}/${REPO}.git now`],
    ['gh repo view brightco/gloamwire', `gh repo view ${FOLDER}/${REPO}`],
    ['git@git.corp.test:brightco/other.git', `git@git.corp.test:${FOLDER}/other.git`],
    ['the brightco: clients are fine', 'the brightco: clients are fine'],
    ['clients/gloamwire', `clients/${REPO}`],
  ])('is often called like its owner, and goes from addresses: %s', (text, expected) => {
    const redacted = gate.redactTranscript(transcriptOf([{ type: 'user_message', text }], { environment }));
    expect(redacted.events[0]?.text).toBe(expected);
    expect(receiptFaults(redacted)).toEqual([]);
  });
});

describe('the owner of a repository whose remote is known', () => {
  const told = (profile: string, remote: string) => {
    const strictly = testGate(profile);
    const texts = [
      'gh pr -R acme-labs/gloamwire',
      'see https://github.com/acme-labs/docs',
      'sub/acme-labs/web/gloamwire',
    ];
    const events = texts.map((text) => ({ type: 'user_message', text, extra: { 'acme-labs/gloamwire': 1 } }));
    const before = transcriptOf(events, { environment: { ...ENVIRONMENT, repo: { ...ENVIRONMENT.repo, remote } } });
    const once = strictly.redactTranscript(before);
    expect(receiptFaults(once)).toEqual([]);
    expect(strictly.redactTranscript(once)).toEqual(once);
    return once.events.map(({ text }) => text);
  };

  it.each(['research', 'strict'])('is replaced by itself, with a record of its own, by %s', (profile) => {
    const [slug, other] = told(profile, 'git@github.com:acme-labs/gloamwire.git');
    expect([slug, other]).toEqual([`gh pr -R ${OWNER}/${REPO}`, `see https://github.com/${OWNER}/docs`]);
  });

  it('may be a group within another', () => {
    const group = pseudonyms.of('org', 'web');
    const [, , nested] = told('research', 'https://gitlab.com/acme-labs/web/gloamwire.git');
    expect(nested).toBe(`sub/${OWNER}/${group}/${REPO}`);
  });
});
