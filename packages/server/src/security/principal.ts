/** Who asks: what they may do, and what of the content they may see. */
import { SCOPE_NAMES, type Scope } from '@hansard/core/api/index.ts';

export interface Principal {
  /** Id of the token; `local` for the user of this machine. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Privacy profile that whatever they get goes through, wherever they ask from; null: as the server has it. */
  readonly profile: string | null;
  /** Tells when they are no longer let in. Returns what ends it. Without it they always are. */
  onEnd?(listener: () => void): () => void;
}

/** The user of this machine, who has the server's own token. */
export const LOCAL_USER: Principal = { id: 'local', scopes: new Set(SCOPE_NAMES), profile: null };
