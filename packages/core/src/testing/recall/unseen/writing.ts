/** What a carrier of the unseen grid is, and how syntaxes escape a value. */
import type { Words } from './names.ts';

export interface Writing {
  readonly write: (name: Words, value: string) => string;
  /** Values that cannot be written like that. */
  readonly cannot?: RegExp;
  /** The value as it stands in the text, when it is encoded there. */
  readonly written?: (value: string) => string;
}

export type Writings = Readonly<Record<string, Writing | Writing['write']>>;

export const json = (value: string): string => JSON.stringify(value).slice(1, -1);
export const xml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const shell = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;
export const doubled = (value: string): string => `'${value.replaceAll("'", "''")}'`;
export const slashed = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
export const base64 = (value: string): string => Buffer.from(value).toString('base64');
export const url = (value: string): string => encodeURIComponent(value);
export const bytesOf = (value: string): readonly number[] => [...Buffer.from(value)];
export const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

export const BLANK = /\s/;
export const BARE = /[\s"'`\\$#;|&<>(){}[\],!*?~]/;
export const NO_YAML = /^["'[{>|*&!%@`#,?:-]|: | #|:$|^\s/;
