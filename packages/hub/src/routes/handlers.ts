/** What answers the routes of a hub. */
import { Failure, type Transcript } from '@hansard/core';
import { PROBLEM_MEDIA } from '@hansard/core/api/problem.ts';
import { LineReader } from '@hansard/core/segments/event-lines.ts';
import { type AnyCall, type AnyHandler, Refusal } from '@hansard/server/frame';
import { admission } from '../accept/admission.ts';
import { NotTaken } from '../accept/problems.ts';
import { readManifest, takeDocument, takeManifest, takeNumbers, takeSegment } from '../accept/take.ts';
import { unpack } from '../codec.ts';
import { sha256 } from '../digest.ts';
import type { Hub } from '../hub.ts';
import type { HubPrincipal } from '../hub-door.ts';
import { redeemInvite, rotateKey } from '../keys/make-key.ts';
import { sightOf } from '../keys/sight.ts';
import type { HubMetrics } from '../operations/metrics.ts';
import { publishedNumbers } from '../people/published-numbers.ts';
import { retract, retractAll } from '../people/retract.ts';
import { type Dimension, LEAST_PEOPLE } from '../people/team-numbers.ts';
import type { Accepted, Key, NumbersOnly, Project, Sight, Visibility } from '../store/contract.ts';
import { DAY } from '../store/database.ts';
import { bytesIn, type SentBody, textIn, textOf } from './body.ts';

/** A whole document; longer ones come in segments. */
const MOST_DOCUMENT = 8 * 1024 * 1024;
/** One event alone may have as much. */
const MOST_SEGMENT = 32 * 1024 * 1024;
/** What a key may bring in an hour, and in a day. */
const DOCUMENTS_AN_HOUR = 10_000;
const BYTES_A_DAY = 20 * 1024 * 1024 * 1024;

type Handle = (hub: Hub, call: AnyCall, key: Key, metrics: HubMetrics) => unknown;

/** By the ids of their routes. */
export function hubHandlers(hub: Hub, metrics: HubMetrics): Record<string, AnyHandler> {
  return Object.fromEntries(
    Object.entries(HANDLERS).map(([id, handle]) => [id, (_app, call) => answered(hub, metrics, call, handle)]),
  );
}

/** What is not taken is answered with all that is known of why, and no value. */
async function answered(hub: Hub, metrics: HubMetrics, call: AnyCall, handle: Handle): Promise<unknown> {
  const { key } = (call.principal ?? {}) as Partial<HubPrincipal>;
  try {
    return await handle(hub, call, key as Key, metrics);
  } catch (error) {
    if (error instanceof Failure && error.code === 'hub-busy') call.reply.header('retry-after', '2');
    if (!(error instanceof NotTaken)) throw error;
    const problem = error.problem();
    metrics.refused(error.code);
    const { reply } = call;
    // The rest of a body that is too long is not waited for.
    if (problem.status === 413) reply.header('connection', 'close');
    return reply
      .code(problem.status)
      .header('cache-control', 'no-store')
      .header('content-type', PROBLEM_MEDIA)
      .send(Buffer.from(JSON.stringify(problem)));
  }
}

const HANDLERS: Readonly<Record<string, Handle>> = {
  'hub-accept': accept,
  'hub-uploads': async (hub, { body }, key) => {
    const { transcriptId, segments } = body as { transcriptId: string; segments: string[] };
    return { missing: await hub.store.missing(key.no, transcriptId, segments) };
  },
  'hub-take-numbers': async (hub, call, key) => {
    await checkQuota(hub, key);
    const { no: project } = await projectOf(hub, call, key);
    const numbers = call.body as Pick<NumbersOnly, 'transcriptId' | 'agent' | 'sums'>;
    const outcome = await takeNumbers(hub, key, { ...numbers, project });
    return call.reply.code(outcome === 'created' ? 201 : 200).send({ transcriptId: numbers.transcriptId, outcome });
  },
  'hub-segment': async (hub, call, key) => {
    const { hash } = call.params as { hash: string };
    const { profile = 'strict' } = call.query as { profile?: string };
    const admitted = admission({ profile }, (await projectOf(hub, call, key)).policy);
    if (!('scan' in admitted)) throw new NotTaken('profile-not-taken', admitted.refused);
    const text = await textIn(sentBody(call), MOST_SEGMENT);
    const isStaged = await takeSegment(hub, key, { hash, text, bytes: Buffer.byteLength(text) }, admitted.scan);
    if (!isStaged) throw new NotTaken('quota-used-up', 'Too much of this key is staged.');
    call.reply.code(201);
    return call.reply.send({ hash });
  },
  'hub-document': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    return wholeDocument(hub, key, id);
  },
  'hub-retract': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (key.role !== 'submitter' && key.role !== 'admin') throw notFor(key, 'take transcripts back');
    return retract(hub, id, key);
  },
  'hub-receipt': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    const sight: Sight = key.role === 'auditor' || key.role === 'admin' ? { all: true } : await sight_(hub, key);
    const receipt = await hub.store.receipt(id, sight);
    if (!receipt) throw notThere(id);
    return { receipt, ...(await hub.tree.inclusion(receipt.log.index)) };
  },
  'hub-me': (hub, _call, key) => ({
    hub: hub.signer.hubId,
    publicKey: hub.signer.publicKey,
    keyId: key.keyId,
    role: key.role,
    pseudonym: key.pseudonym,
  }),
  'hub-reads': async (hub, _call, key) => ({
    reads: (await hub.store.readsOf(key.no)).map(({ day, ...read }) => ({
      ...read,
      day: new Date(day * DAY).toISOString().slice(0, 10),
    })),
  }),
  'hub-export': async (hub, { reply }, key) => {
    const lines: string[] = [];
    for (const id of await hub.store.owned(key.no)) lines.push(JSON.stringify(await wholeDocument(hub, key, id)));
    return reply
      .header('content-type', 'application/x-ndjson')
      .send(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  },
  'hub-forget-me': (hub, _call, key) => retractAll(hub, key),
  'hub-redeem': async (hub, { body, reply }) => {
    const { invite } = body as { invite: string };
    const made = await redeemInvite(hub.store, invite, hub.now());
    if (!made) throw new Refusal('unauthorized', 'The invite is not one of this hub, was used, or is over.');
    return reply.code(201).send(made);
  },
  'hub-keys': async (hub, _call, key) => ({
    keys: (key.role === 'admin' ? await hub.store.keys.list() : [key]).map(toldKey),
  }),
  'hub-key-rotate': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (id !== key.keyId && key.role !== 'admin') throw notFor(key, 'rotate another key');
    const made = await rotateKey(hub.store, id);
    if (!made) throw notThere(id);
    return made;
  },
  'hub-key-revoke': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (id !== key.keyId && key.role !== 'admin') throw notFor(key, 'revoke another key');
    if (!(await hub.store.keys.revoke(id, hub.now()))) throw notThere(id);
    return { revoked: id };
  },
  'hub-projects': async (hub, _call, key) => {
    const projects = await hub.store.projects.list();
    const sight = sightOf(key, projects);
    const seen = projects.filter(
      ({ no, name }) =>
        key.role === 'admin' ||
        key.project === no ||
        (sight.all !== true && sight.projects.includes(no)) ||
        name === DEFAULT,
    );
    return { projects: seen.map(({ name, visibility, policy }) => ({ name, visibility, ...policy })) };
  },
  'hub-project': async (hub, { params, body }) => {
    const { name } = params as { name: string };
    const { visibility, ...policy } = body as { visibility: Visibility } & Project['policy'];
    const project = await hub.store.projects.change(name, visibility, policy);
    return { name: project.name, visibility: project.visibility, ...project.policy };
  },
  'hub-checkpoint': async (hub, { query }, key) => {
    // How the log grows tells when somebody works.
    if (key.role === 'analyst') throw notFor(key, 'follow the log');
    const { from } = query as { from?: number };
    return from === undefined ? { checkpoint: await hub.tree.checkpoint() } : hub.tree.consistency(from);
  },
  'hub-leaves': async (hub, { query }) => {
    const { from = 0, limit = 1000 } = query as { from?: number; limit?: number };
    return { leaves: await hub.store.log.leaves(from, limit) };
  },
  'hub-numbers': async (hub, { query }) => {
    const { by = 'project' } = query as { by?: Dimension };
    const { at, tables } = await publishedNumbers(hub.store.numbers, hub.now());
    return { by, least: LEAST_PEOPLE, at, cells: tables[by] };
  },
};

const DEFAULT = 'default';

async function accept(hub: Hub, call: AnyCall, key: Key, metrics: HubMetrics): Promise<unknown> {
  const project = await projectOf(hub, call, key);
  await checkQuota(hub, key);
  const named = call.request.headers['idempotency-key'];
  const checkName = (id: string) => {
    if (named === undefined || named === id) return;
    throw new Refusal('bad-request', 'Idempotency-Key is not the transcriptId.', { pointer: '/transcriptId' });
  };
  const body = sentBody(call);
  const bytes = await bytesIn(body, MOST_DOCUMENT);
  // What was accepted by these very bytes need not be read again.
  const sent = `${body.encoding ?? ''}:${sha256(bytes)}`;
  const same = await hub.store.receiptOf(key.no, sent);
  if (same) {
    checkName(same.transcriptId);
    return told(call, metrics, { outcome: 'same', receipt: same });
  }
  const text = textOf(bytes, body.encoding, MOST_DOCUMENT);
  const manifest = manifestIn(text);
  if (manifest) checkName((await readManifest(manifest)).head.transcriptId);
  const accepted = manifest
    ? await takeManifest(hub, key, project, manifest)
    : await takeDocument(hub, key, project, { text, sent }, checkName);
  return told(call, metrics, accepted);
}

function told(call: AnyCall, metrics: HubMetrics, { outcome, receipt }: Accepted): unknown {
  const { transcriptId, generation } = receipt;
  metrics.accepted(outcome, receipt.events);
  const answer = { transcriptId, generation, outcome, receipt };
  return call.reply.code(outcome === 'same' ? 200 : 201).send(answer);
}

/** Whole documents have their own version, manifests do not. */
function manifestIn(text: string): unknown {
  if (!/^\s*\{\s*"(head|segments)"/.test(text.slice(0, 200))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new NotTaken('bad-manifest', 'The manifest is no JSON.');
  }
}

const sentBody = ({ body, request }: AnyCall): SentBody => ({
  bytes: (body ?? []) as AsyncIterable<Uint8Array>,
  encoding: request.headers['content-encoding'],
  length: Number(request.headers['content-length'] ?? 0),
});

/** A key that is for a project brings things there, and nowhere else. */
async function projectOf(hub: Hub, { query }: AnyCall, key: Key): Promise<Project> {
  const { project } = query as { project?: string };
  if (key.project === null) return hub.store.projects.named(project ?? DEFAULT);
  const own = (await hub.store.projects.list()).find(({ no }) => no === key.project) as Project;
  if (project === undefined || project === own.name) return own;
  throw new NotTaken('not-for-this-key', `The key is for the project ${own.name}.`);
}

async function checkQuota(hub: Hub, key: Key): Promise<void> {
  const { documents, bytes } = await hub.quotas.brought(key.no);
  if (documents < DOCUMENTS_AN_HOUR && bytes < BYTES_A_DAY) return;
  throw new NotTaken('quota-used-up', 'The key has brought as many documents or bytes as it may.');
}

async function wholeDocument(hub: Hub, key: Key, id: string): Promise<Transcript> {
  const store = await hub.storeFor(key);
  // Read by the contract of stores, which decides on who may see it and notes that it was read.
  const document = await store.events.open(id, { now: '' });
  const no = document && (await hub.numberOf(id));
  const session = no === undefined ? undefined : await hub.store.open(no);
  if (!session) throw notThere(id);
  const bodies = await hub.store.bodies(session.segments.map((segment) => segment.no));
  const reader = new LineReader();
  const events = session.segments.flatMap((segment) =>
    unpack(bodies.get(segment.no) as Uint8Array)
      .split('\n')
      .slice(0, -1)
      .map((line) => reader.event(line)),
  );
  return { ...session.head, events };
}

const sight_ = async (hub: Hub, key: Key): Promise<Sight> => sightOf(key, await hub.store.projects.list());

const toldKey = ({ no: _no, project: _project, ...key }: Key) => ({
  ...key,
  made: timeText(key.made),
  expires: timeText(key.expires),
  revoked: timeText(key.revoked),
  lastUsed: timeText(key.lastUsed),
});

const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const notThere = (id: string): Refusal =>
  new Refusal('not-found', `There is no ${id.slice(0, 80)} that this key may see.`);

const notFor = ({ role }: Key, what: string): NotTaken =>
  new NotTaken('not-for-this-key', `A key of the role ${role} may not ${what}.`);
