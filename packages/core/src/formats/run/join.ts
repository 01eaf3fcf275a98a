/** Which receipt belongs to which transcript: by the path in the receipt, or by its step and agent; never by the name alone. */
import { type Json, stringOf } from '../../reading/native-values.ts';
import type { FolderFile } from '../contract.ts';
import { beginningsOf, type FlowFiles, fileName } from './layout.ts';

export interface ReadReceipt {
  readonly file: FolderFile;
  readonly value: Json;
}

/** A transcript with its receipt; one of them may be missing. */
export interface Pair {
  readonly transcript?: FolderFile;
  readonly receipt?: ReadReceipt;
}

export function pairsOf({ folder, transcripts }: FlowFiles, receipts: readonly ReadReceipt[]): Pair[] {
  const byPath = new Map(transcripts.map((file) => [file.path, file]));
  const receiptOf = new Map<FolderFile, ReadReceipt>();
  const alone: ReadReceipt[] = [];
  const claim = (receipt: ReadReceipt, file: FolderFile | undefined): boolean => {
    if (!file || receiptOf.has(file)) return false;
    receiptOf.set(file, receipt);
    return true;
  };
  const without = receipts.filter((receipt) => !claim(receipt, byPath.get(`${folder}${toldPath(receipt)}`)));
  const prefixes = new Map(
    transcripts.flatMap((file) => beginningsOf(file.path.slice(folder.length)).map((prefix) => [prefix, file])),
  );
  for (const receipt of without) if (!claim(receipt, prefixes.get(prefixOf(receipt)))) alone.push(receipt);
  return [
    ...transcripts.map((transcript) => ({ transcript, receipt: receiptOf.get(transcript) })),
    ...alone.map((receipt) => ({ receipt })),
  ];
}

const toldPath = ({ value }: ReadReceipt): string => stringOf(value['transcript_path']) ?? '';

const prefixOf = ({ value }: ReadReceipt): string =>
  `llm/${fileName(stringOf(value['step_id']) ?? '')}-${fileName(stringOf(value['agent_key']) ?? '')}`;
