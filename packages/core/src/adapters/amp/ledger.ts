/**
 * The ledger of a thread bills the same responses that the messages count, and others beside them (titles). Each
 * entry is given to the message it bills, by id or by equal numbers, so that nothing counts twice.
 */
import { isObject, listOf, messageIdOf, type Native } from './native.ts';
import { ledgerUsage, messageUsage } from './usage.ts';

export interface LedgerPart {
  entry: Native;
  /** Message that the entry bills. */
  messageId?: string;
  /** The message has numbers of its own. */
  counted: boolean;
}

/** The ledger's entries in order; what is no entry stays as it is. */
export function ledgerParts(thread: Native): (LedgerPart | unknown)[] {
  const ledger = isObject(thread['usageLedger']) ? listOf(thread['usageLedger']['events']) : [];
  if (ledger.length === 0) return [];
  const open = openMessages(thread);
  return ledger.map((entry) => (isObject(entry) ? match(entry, open) : entry));
}

/** When the ledger billed each message: older threads have no other time for a response. */
export function timesOf(parts: readonly (LedgerPart | unknown)[]): Map<string, unknown> {
  const times = new Map<string, unknown>();
  for (const part of parts) {
    if (!isLedgerPart(part) || part.messageId === undefined) continue;
    times.set(part.messageId, part.entry['timestamp']);
  }
  return times;
}

export function isLedgerPart(value: unknown): value is LedgerPart {
  return isObject(value) && isObject(value['entry']) && typeof value['counted'] === 'boolean';
}

/** Messages by id; those without numbers hold an empty string. */
function openMessages(thread: Native): Map<string, string> {
  const open = new Map<string, string>();
  for (const message of listOf(thread['messages'])) {
    if (!isObject(message) || message['role'] !== 'assistant') continue;
    const id = messageIdOf(message['messageId']);
    if (id !== undefined) open.set(id, numbersOf(message['usage']?.['model'], messageUsage(message['usage'])));
  }
  return open;
}

function match(entry: Native, open: Map<string, string>): LedgerPart {
  const named = messageIdOf(entry['toMessageId']);
  const messageId = named !== undefined && open.has(named) ? named : withEqualNumbers(entry, open);
  if (messageId === undefined) return { entry, counted: false };
  const counted = open.get(messageId) !== '';
  open.delete(messageId);
  return { entry, messageId, counted };
}

function withEqualNumbers(entry: Native, open: Map<string, string>): string | undefined {
  if (entry['toMessageId'] !== undefined || entry['operationType'] === 'title-generation') return undefined;
  const numbers = numbersOf(entry['model'], ledgerUsage(entry));
  if (numbers === '') return undefined;
  for (const [id, others] of open) if (others === numbers) return id;
  return undefined;
}

function numbersOf(model: unknown, usage: ReturnType<typeof ledgerUsage>): string {
  return usage ? [model, usage.input, usage.output, usage.cacheRead, usage.cacheWrite5m].join(' ') : '';
}
