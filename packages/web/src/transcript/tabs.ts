/** The views of a session beside its events, each under a name in the address. */
import type { ReactNode } from 'react';
import type { Reading } from './use-reader.ts';

export interface TranscriptTab {
  readonly name: string;
  readonly label: string;
  readonly View: (props: { reading: Reading }) => ReactNode;
  /** It shows diffs, in one column or two. */
  readonly hasDiffs?: boolean;
}
