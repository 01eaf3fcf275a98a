/**
 * Output that an agent spilled to files of its own, beside the log, belongs to the events that name them: search finds
 * an event by what is in there as well. A transcript may name any file it likes; only those in a folder of the session's
 * own are indexed with it, so that nothing of a session is left in another when it is erased. A home may have been
 * somewhere else when the log was written, so the end of a path counts where there is no file of that path.
 */

import type { EventDraft } from '@hansard/core';
import { eventIdOf, idOf } from '../../database/columns.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { Originals } from '../originals/originals.ts';

/** What lies behind this is kept, and not searched. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Folders at the end of a path that tell a spilled file from all others. */
const TAIL = 3;

const readFile = rowReader({ path: text, machine: integer });

export class SpilledTexts {
  readonly #sql: Sql;
  readonly #originals: Pick<Originals, 'latest' | 'read'>;

  constructor(sql: Sql, originals: Pick<Originals, 'latest' | 'read'>) {
    this.#sql = sql;
    this.#originals = originals;
  }

  /** The event as search shows it: spilled parts have their text. */
  in(event: EventDraft): EventDraft {
    if (!event.parts?.some(({ spilled }) => spilled)) return event;
    const parts = event.parts.map((part) => {
      const text = part.spilled && part.path ? this.#filesAt(part.path).flatMap((id) => this.#text(id))[0] : undefined;
      return text === undefined ? part : { ...part, text };
    });
    return { ...event, parts };
  }

  /** The texts that an event of the archive has spilled. */
  of(event: number): string[] {
    const rows = this.#sql.all(
      `SELECT p.text AS path, s.machine_id AS machine
       FROM touch t JOIN path p ON p.id = t.path_id
         JOIN run r ON r.first = (SELECT max(first) FROM run WHERE first <= t.event_id)
         JOIN session s ON s.id = r.session_id
       WHERE t.event_id = ? AND instr(replace(p.text, '\\', '/'), '/' || s.native_id || '/') > 0 ORDER BY p.id`,
      event,
    );
    return rows
      .map(readFile)
      .flatMap(({ path, machine }) => this.#filesAt(path, machine).flatMap((id) => this.#text(id)));
  }

  /** The events that name a file. */
  eventsNaming(path: string): number[] {
    const named = (where: string, value: string) =>
      this.#sql
        .all(`SELECT t.event_id FROM path p JOIN touch t ON t.path_id = p.id WHERE ${where} ORDER BY 1`, value)
        .map(eventIdOf);
    const exactly = named('p.text = ?', path);
    return exactly.length > 0 ? exactly : named(endsWith('p.text'), tailOf(path));
  }

  /** Spilled files of that path, or else of that end of a path, by the number of the input. */
  #filesAt(path: string, machine?: number): number[] {
    const found = (where: string, value: string) =>
      this.#sql
        .all(`SELECT id, machine_id FROM input WHERE role = 'side' AND ${where} ORDER BY machine_id`, value)
        .filter((row) => machine === undefined || row['machine_id'] === machine)
        .map(idOf);
    const exactly = found('path = ?', path);
    return exactly.length > 0 ? exactly : found(endsWith('path'), tailOf(path));
  }

  /** Nothing for what is no text, such as an image. */
  #text(inputId: number): string[] {
    const version = this.#originals.latest(inputId);
    if (!version) return [];
    const bytes = Buffer.concat([...this.#originals.read(version, 0, MOST_BYTES)]);
    return bytes.includes(0) ? [] : [bytes.toString('utf8')];
  }
}

const endsWith = (column: string): string => `substr(replace(${column}, '\\', '/'), -length(?1)) = ?1`;

const tailOf = (path: string): string => `/${path.split(/[/\\]/).slice(-TAIL).join('/')}`;
