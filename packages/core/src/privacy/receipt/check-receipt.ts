/**
 * Whether the receipt of a document that somebody else redacted agrees with the document: something was applied, every
 * record is true of its field, and as many are there as it says. It cannot show that everything was found.
 */
import type { TranscriptHeader } from '../../formats/contract.ts';
import type { Event } from '../../transcript.ts';
import { prove } from './old-records.ts';

export interface ReceiptFault {
  readonly fault: 'not-redacted' | 'no-such-placeholder' | 'other-count';
  /** Null for the head of the document. */
  readonly event: string | null;
  /** Which field it is about. */
  readonly field: string;
}

/** Enough to see what is wrong. */
const MOST_FAULTS = 100;

export class ReceiptCheck {
  readonly faults: ReceiptFault[] = [];
  #records = 0;

  event(event: Event): void {
    this.#records += this.#prove(event, event.redactions, event.id);
  }

  /** After all events. */
  head(head: TranscriptHeader): void {
    const { privacy } = head;
    if (!privacy || privacy.profile === 'none' || privacy.redactionApplied !== true) {
      this.#add('not-redacted', null, 'privacy.redactionApplied');
      return;
    }
    this.#records += this.#prove(head, privacy.redactions, null);
    if (this.#records !== privacy.redactionCount) this.#add('other-count', null, 'privacy.redactionCount');
  }

  #prove(root: unknown, records: readonly { readonly field?: unknown }[] | undefined, event: string | null): number {
    for (const record of records ?? []) {
      if (!prove(root, record)) this.#add('no-such-placeholder', event, fieldOf(record));
    }
    return records?.length ?? 0;
  }

  #add(fault: ReceiptFault['fault'], event: string | null, field: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ fault, event, field });
  }
}

/** What a document calls a field may be anything: only the first name is repeated. */
const fieldOf = ({ field }: { readonly field?: unknown }): string =>
  typeof field === 'string' && /^[\w.]{1,60}$/.test(field) ? field : 'redactions';
