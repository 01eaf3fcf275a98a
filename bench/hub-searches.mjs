/** Searches of the benchmark of hubs: words by how many segments have them, and copies of all sessions to search in. */
import { createHash } from 'node:crypto';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { SegmentWords } from '@hansard/core/segments/segment-words.ts';
import { random } from './hub-documents.mjs';

const QUESTIONS = 30;
const DAY = 86_400_000;
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const anyOf = (list) => list[Math.floor(random() * list.length)];

/** Words by the share of segments that have them. */
export function classesOf(documents) {
  const counts = new Map();
  let segments = 0;
  for (const { text } of documents.slice(0, 200)) {
    for (const { events } of cutSegments(JSON.parse(text).events, sha256)) {
      const found = new SegmentWords();
      for (const event of events) found.add(event);
      for (const word of found.words) counts.set(word, (counts.get(word) ?? 0) + 1);
      segments++;
    }
  }
  const among = (least, most) =>
    [...counts].flatMap(([word, count]) => {
      const share = count / segments;
      return share >= least && share < most && /^[a-z]{4,}$/.test(word) ? [word] : [];
    });
  const [common, some, rare] = [among(0.6, 2), among(0.01, 0.03), among(0, 2.5 / segments)];
  return {
    'in most segments': () => anyOf(common),
    'in 1 to 3 %': () => anyOf(some),
    rare: () => anyOf(rare),
    'two at 1 to 3 %': () => `${anyOf(some)} ${anyOf(some)}`,
    'four letters of a word': () => `${anyOf(some).slice(0, 4)}*`,
    'rare, and one in most': () => `${anyOf(rare)} ${anyOf(common)}`,
    'nowhere at all': () => `nothing${Math.floor(random() * 1e6)}`,
  };
}

export async function searches(address, reader, classes, when) {
  const rows = [];
  for (const [name, word] of Object.entries(classes)) {
    const times = [];
    for (let n = 0; n < QUESTIONS; n++) {
      const began = performance.now();
      const response = await fetch(`${address}/v1/search?q=${encodeURIComponent(word())}`, {
        headers: { authorization: `Bearer ${reader}` },
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(0);
    rows.push({ word: name, when, p50: at(0.5), p90: at(0.9) });
  }
  return rows;
}

/** The same sessions under other ids and days, made inside the database: what they cost to store is not measured here. */
export async function copyAll(server, url, copies) {
  const { last } = (await server.query('SELECT max(no) AS last FROM transcript', url))[0];
  for (let copy = 1; copy <= copies; copy++) {
    const id = `md5(t.id || '${copy}')::uuid::text`;
    await server.query(
      `WITH made AS (INSERT INTO transcript (id, key, project, generation, root, received, bytes, change, agent, facts, head, places, tally, receipt)
         SELECT ${id}, key, project, generation, root, received, bytes, change, agent, replace(facts, id, ${id}), head,
           places, tally, receipt
         FROM transcript t WHERE no <= ${last} ORDER BY no RETURNING no, id)
       INSERT INTO segment (transcript, hash, position, bytes, time, body, facts, words)
       SELECT m.no, s.hash, s.position, s.bytes, s.time - ${copy * 10 * DAY}, s.body, s.facts, s.words
       FROM segment s JOIN transcript t ON t.no = s.transcript JOIN made m ON m.id = ${id} ORDER BY s.no`,
      url,
    );
  }
  await server.query("SELECT gin_clean_pending_list('segment_words')", url);
  await server.query('VACUUM ANALYZE', url);
  const [{ events }] = await server.query(
    "SELECT sum((facts::json->>'events')::int) AS events FROM transcript WHERE facts IS NOT NULL",
    url,
  );
  return Number(events);
}
