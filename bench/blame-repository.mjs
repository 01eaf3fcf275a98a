/** A long history for `git fast-import`: many small files that change all the time, and a large one that changes now and then. */
const SMALL = 200;
const CHANGES = 500;
const HUNK = 10;
export const START = Date.UTC(2024, 0, 1) / 1000;
/** Seconds between commits. */
export const STEP = 600;

const NAMES =
  'harbour lantern meadow timetable passenger platform signal ledger ticket carriage whistle gangway cellar orchard compass anchor beacon thicket warehouse turnstile'.split(
    ' ',
  );
const name = (n) =>
  `${NAMES[n % NAMES.length]}${NAMES[(n * 7 + 3) % NAMES.length].replace(/^./, (c) => c.toUpperCase())}`;

/** A line that says something, different for each number. */
export const lineOf = (n, who) => `  const ${name(n)}${n} = ${who}.arrange(${name(n + 5)}, ${n % 97});`;

/** What happens to the large file: at which commit, in which lines, what is put there, and whether a session did it. */
export function* largeChanges({ commits, lines }) {
  for (let n = 1; n <= CHANGES; n++) {
    const commit = Math.floor((n * (commits - 1)) / CHANGES) + 1;
    const from = (n * 797) % (lines - HUNK);
    const byAgent = n % 2 === 0;
    const put = Array.from({ length: HUNK }, (_, at) =>
      lineOf(1_000_000 + n * HUNK + at, byAgent ? 'steward' : 'porter'),
    );
    yield { n, commit, from, byAgent, put };
  }
}

export const firstLines = (lines) => Array.from({ length: lines }, (_, at) => lineOf(at, 'porter'));

export function* repositoryStream({ commits, lines }) {
  const large = firstLines(lines);
  const changes = new Map([...largeChanges({ commits, lines })].map((change) => [change.commit, change]));
  for (let n = 1; n <= commits; n++) {
    const time = `${START + n * STEP} +0000`;
    const message = `change ${n}`;
    yield `commit refs/heads/main\nauthor Pat <pat@example.org> ${time}\ncommitter Pat <pat@example.org> ${time}\ndata ${message.length}\n${message}\n`;
    const small = `${Array.from({ length: 12 }, (_, at) => lineOf(2_000_000 + n * 12 + at, 'porter')).join('\n')}\n`;
    yield `M 100644 inline src/part-${n % 20}/small-${n % SMALL}.ts\ndata ${small.length}\n${small}`;
    const change = changes.get(n);
    if (change) large.splice(change.from, HUNK, ...change.put);
    if (!change && n > 1) continue;
    const text = `${large.join('\n')}\n`;
    yield `M 100644 inline src/large.ts\ndata ${text.length}\n${text}`;
  }
}
