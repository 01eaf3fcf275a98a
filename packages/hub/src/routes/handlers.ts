/** What answers the routes of a hub: uploads, and transcripts. */
import { Failure, type Transcript } from '@hansard/core';
import { PROBLEM_MEDIA } from '@hansard/core/api/problem.ts';
import { type AnyCall, type AnyHandler, Refusal } from '@hansard/server/frame';
import { admission } from '../accept/admission.ts';
import { NotTaken } from '../accept/problems.ts';
import { readManifest, takeDocument, takeManifest, takeNumbers, takeSegment } from '../accept/take.ts';
import { sha256 } from '../digest.ts';
import type { Hub } from '../hub.ts';
import type { HubPrincipal } from '../hub-door.ts';
import { sightOf } from '../keys/sight.ts';
import type { HubMetrics } from '../operations/metrics.ts';
import { retract } from '../people/retract.ts';
import { wholeDocument } from '../people/whole-document.ts';
import type { Accepted, Key, NumbersOnly, Project, Sight } from '../store/contract.ts';
import { adminHandlers } from './admin-handlers.ts';
import { bytesIn, type SentBody, textIn, textOf } from './body.ts';
import { DEFAULT, type Handle, type HubCall, notFor, notThere } from './handle.ts';
import { loginHandlers } from './login-handlers.ts';
import { peopleHandlers } from './people-handlers.ts';
import { signInHandlers } from './sign-in-handlers.ts';

/** A whole document; longer ones come in segments. */
const MOST_DOCUMENT = 8 * 1024 * 1024;
/** One event alone may have as much. */
const MOST_SEGMENT = 32 * 1024 * 1024;
/** What a key may bring in an hour, and in a day. */
const DOCUMENTS_AN_HOUR = 10_000;
const BYTES_A_DAY = 20 * 1024 * 1024 * 1024;

/** By the ids of their routes. */
export function hubHandlers(hub: Hub, metrics: HubMetrics): Record<string, AnyHandler> {
  return Object.fromEntries(
    Object.entries(HANDLERS).map(([id, handle]) => [
      id,
      (app, call) => answered(hub, metrics, { ...call, app }, handle),
    ]),
  );
}

/** What is not taken is answered with all that is known of why, and no value. */
async function answered(hub: Hub, metrics: HubMetrics, call: HubCall, handle: Handle): Promise<unknown> {
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
  ...loginHandlers,
  ...signInHandlers,
  ...peopleHandlers,
  ...adminHandlers,
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
    return readDocument(hub, key, id);
  },
  'hub-retract': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (key.role !== 'submitter' && key.role !== 'admin') throw notFor(key, 'take transcripts back');
    return retract(hub, id, key);
  },
  'hub-receipt': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    const isSeen = key.role === 'auditor' || key.role === 'admin';
    const sight: Sight = isSeen ? { all: true } : sightOf(key, await hub.store.projects.list());
    const receipt = await hub.store.receipt(id, sight);
    if (!receipt) throw notThere(id);
    const name = await submitterName(hub, id, sight);
    return { receipt, ...(name === null ? {} : { name }), ...(await hub.tree.inclusion(receipt.log.index)) };
  },
};

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

async function checkQuota(hub: Hub, { no, quota }: Key): Promise<void> {
  const { documentsAnHour = DOCUMENTS_AN_HOUR, bytesADay = BYTES_A_DAY } = quota ?? {};
  const { documents, bytes } = await hub.quotas.brought(no, quota !== null);
  if (documents < documentsAnHour && bytes < bytesADay) return;
  throw new NotTaken('quota-used-up', 'The key has brought as many documents or bytes as it may.');
}

async function readDocument(hub: Hub, key: Key, id: string): Promise<Transcript> {
  const store = await hub.storeFor(key);
  // Read by the contract of stores, which decides on who may see it and notes that it was read.
  const seen = await store.events.open(id, { now: '' });
  const no = seen && (await hub.numberOf(id));
  const document = no === undefined ? undefined : await wholeDocument(hub.store, no);
  if (!document) throw notThere(id);
  return document;
}

/** Told with a session whose profile links identity, as long as its submitter is known by name. */
async function submitterName({ store }: Hub, id: string, sight: Sight): Promise<string | null> {
  const no = sight.all === true ? undefined : await store.numberOf(id);
  const head = no === undefined ? undefined : (await store.open(no))?.head;
  if (no === undefined || head?.submitter?.identityLinked !== true) return null;
  const owner = (await store.rows(0)).find((row) => row.no === no)?.key;
  const key = owner === undefined ? undefined : await store.keys.byNo(owner);
  return key?.person == null ? null : store.people.name(key.person);
}
