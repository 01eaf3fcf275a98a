/**
 * Events about calls of models, beside the entries that they led to: for counters and dashboards, and for slices of one's
 * own. Each names its entries by id.
 */

interface EventFields {
  readonly session_id: string;
  readonly source: string;
  /** Id of the call within the session, as in the metadata of its entries. */
  readonly call: string;
  readonly created_at: string;
}

/** A request is on its way: its new `system` and `user` entries. */
export class PromptRendered {
  static readonly sliceName = 'hansard.capture.PromptRendered';
  declare readonly session_id: string;
  declare readonly source: string;
  declare readonly call: string;
  declare readonly created_at: string;
  declare readonly model: string | null;
  declare readonly entry_ids: readonly string[];

  constructor(fields: EventFields & { readonly model: string | null; readonly entry_ids: readonly string[] }) {
    Object.freeze(Object.assign(this, fields));
  }
}

/** A tool was called and has answered: the `assistant` entry of its call, and the `tool` entry of its result. */
export class ToolInvoked {
  static readonly sliceName = 'hansard.capture.ToolInvoked';
  declare readonly session_id: string;
  declare readonly source: string;
  declare readonly call: string;
  declare readonly created_at: string;
  declare readonly tool_name: string | null;
  declare readonly tool_call_id: string | null;
  declare readonly call_entry_id: string | null;
  declare readonly result_entry_id: string;

  constructor(
    fields: EventFields & {
      readonly tool_name: string | null;
      readonly tool_call_id: string | null;
      readonly call_entry_id: string | null;
      readonly result_entry_id: string;
    },
  ) {
    Object.freeze(Object.assign(this, fields));
  }
}

/** The model has answered: the last `assistant` entry of the answer. */
export class PromptExecuted {
  static readonly sliceName = 'hansard.capture.PromptExecuted';
  declare readonly session_id: string;
  declare readonly source: string;
  declare readonly call: string;
  declare readonly created_at: string;
  declare readonly model: string | null;
  declare readonly usage: Readonly<Record<string, unknown>> | null;
  declare readonly entry_id: string | null;
  /** Set when the call failed or was cut off. */
  declare readonly error: string | null;

  constructor(
    fields: EventFields & {
      readonly model: string | null;
      readonly usage: Readonly<Record<string, unknown>> | null;
      readonly entry_id: string | null;
      readonly error: string | null;
    },
  ) {
    Object.freeze(Object.assign(this, fields));
  }
}
