/**
 * What a format is: another shape for Transcripts, written from them, read back into them, or both. A format writes
 * what it is given; what may leave the machine is decided before. Writers take a source that can be read again and
 * give pieces, so that memory is bounded by the largest event where the shape allows it; readers give pieces too.
 * Nothing here throws because of what is read: trouble is a problem with its place.
 */
import type { Head } from '../adapters/contract.ts';
import type { Event, Transcript } from '../transcript.ts';
import type { Cell, Column } from './event-columns.ts';

/** A Transcript without its events: all that is not one of them. */
export type TranscriptHeader = Omit<Transcript, 'events'>;

/** One session to write. `events` may be called more than once, and gives the same events in order every time. */
export interface TranscriptSource {
  readonly header: TranscriptHeader;
  events(): Iterable<Event> | AsyncIterable<Event>;
}

/** A piece of output; text is written as UTF-8. */
export type Piece = string | Uint8Array;
export type Pieces = Iterable<Piece> | AsyncIterable<Piece>;

/** One file of a format that is a folder. Its pieces are taken before the next file is asked for. */
export interface FolderFile {
  /** Relative to the folder, with `/` between the parts. */
  readonly path: string;
  pieces(): Pieces;
}

/** Values of a format's options by name; what is not given has the option's default. */
export type OptionValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface FormatOption {
  readonly name: string;
  readonly kind: 'flag' | 'number' | 'text';
  /** Values that a text may have, when only these make sense. */
  readonly values?: readonly string[];
  readonly default: string | number | boolean;
  readonly description: string;
}

/** What formats need of the outside world. */
export interface FormatContext {
  /** SHA-256 in lower-case hex. */
  digest(data: string | Uint8Array): string;
  /** Raw deflate, for formats that pack; without it the platform's own is used, which is slower. */
  deflate?(data: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Begins a Parquet file; only the format of that name needs it. */
  parquet?(columns: readonly Pick<Column<unknown>, 'name' | 'kind'>[]): ParquetEncoder;
  /** Shows a session in exported HTML; without it the page is plain. */
  readonly viewer?: HtmlViewer;
  /** Encrypts what exported HTML holds. */
  readonly lock?: HtmlLock;
  readonly options?: OptionValues;
}

/** The script and style of exported HTML, as `npm run build` makes them from the page's own components. */
export interface HtmlViewer {
  /** Packed: length in bytes, a colon, and raw deflate of the script in base 124. */
  readonly script: string;
  /** Of the script itself, as a policy names it: `sha256-…`. */
  readonly scriptHash: string;
  /** Of the style that the script brings. */
  readonly styleHash: string;
}

/** AES-GCM with a key made from a password by PBKDF2 with SHA-256. */
export interface HtmlLock {
  readonly salt: Uint8Array;
  readonly iterations: number;
  /** Twelve random bytes, then the encrypted data with its tag; the name is authenticated with it. */
  seal(data: Uint8Array, name: string): Uint8Array | Promise<Uint8Array>;
}

/** One Parquet file, written in groups of rows; each call gives the bytes that follow. */
export interface ParquetEncoder {
  write(rows: readonly (readonly Cell[])[]): Uint8Array;
  finish(): Uint8Array;
}

/** Something wrong in what was read. */
export interface FormatProblem {
  /** What is wrong, in words; for a value of the wrong shape what was expected. */
  readonly message: string;
  /** JSON pointer into the document; in JSON Lines into the value of the line. */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The file, in a format that is a folder. */
  readonly path?: string;
}

/**
 * What a reader gives. The events of a transcript come first and its header ends it, because many shapes tell what
 * the header needs only at their end. A header that is undefined ends a transcript that could not be read.
 */
export type ReadPiece =
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'transcript'; readonly header: TranscriptHeader | undefined }
  | { readonly kind: 'problem'; readonly problem: FormatProblem };

export interface TranscriptsRead {
  readonly transcripts: Transcript[];
  readonly problems: FormatProblem[];
}

/**
 * What a format has a place for, as dotted paths of fields (`tool.input`); a path includes all that is below it. By
 * type of event, `*` standing for every type that is not listed; an event of a type that is neither is left out.
 */
export interface Holdings {
  readonly header: readonly string[];
  readonly events: Readonly<Record<string, readonly string[]>>;
  /** Events that are left out whatever their type. */
  omits?(event: Event): boolean;
}

interface FormatBase {
  /** Stable id, used in commands and settings. */
  readonly id: string;
  readonly label: string;
  /** One sentence, for lists and the documentation. */
  readonly description: string;
  /** Of its files, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  readonly content: 'text' | 'binary';
  readonly options: readonly FormatOption[];
  /** It says which lines of a revision a session wrote: the session's repository is looked at before it is written. */
  readonly needsHistory?: true;
  /** What is kept when it is written with these options. `everything` is a promise that reading gives the same back. */
  holds(options: OptionValues): Holdings | 'everything';
}

/** A format in which a session is one file, or several follow one another in one. */
export interface FileFormat extends FormatBase {
  readonly layout: 'file';
  /** Outputs of several sessions may be joined into one file. */
  readonly joinable: boolean;
  write?(source: TranscriptSource, context: FormatContext): Pieces;
  read?(pieces: Pieces, context: FormatContext): AsyncIterable<ReadPiece>;
  /** 0: not this format; 1: certainly. By content alone. */
  detect?(head: Head): number;
}

/** A format in which a session is a folder of files. */
export interface FolderFormat extends FormatBase {
  readonly layout: 'folder';
  writeFolder?(source: TranscriptSource, context: FormatContext): Iterable<FolderFile> | AsyncIterable<FolderFile>;
  readFolder?(files: readonly FolderFile[], context: FormatContext): AsyncIterable<ReadPiece>;
  /** 0: not this format; 1: certainly. By the paths in the folder. */
  detectFolder?(paths: readonly string[]): number;
}

export type Format = FileFormat | FolderFormat;

/** A transcript in memory as a source. */
export function sourceOf(transcript: Transcript): TranscriptSource {
  const { events, ...header } = transcript;
  return { header, events: () => events };
}

/** All that a reader gives, in memory. */
export async function collectTranscripts(pieces: AsyncIterable<ReadPiece>): Promise<TranscriptsRead> {
  const read: TranscriptsRead = { transcripts: [], problems: [] };
  let events: Event[] = [];
  for await (const piece of pieces) {
    if (piece.kind === 'event') events.push(piece.event);
    else if (piece.kind === 'problem') read.problems.push(piece.problem);
    else {
      if (piece.header) read.transcripts.push({ ...piece.header, events });
      events = [];
    }
  }
  return read;
}

/** The value of an option, its default when it is not given. */
export function optionOf(format: Format, values: OptionValues | undefined, name: string): string | number | boolean {
  const option = format.options.find((option) => option.name === name);
  return values?.[name] ?? option?.default ?? false;
}
