/**
 * Finds the tools that each response called. Logs tell the numbers of a response before or behind its calls, so the
 * events of a thread are walked through: between two results, or things that were said to the model, lies one response.
 */
export interface WalkStep {
  /** Place of the event in the thread. */
  readonly at: number;
  /** The tool that was called; undefined for a result, or what was said to the model. */
  readonly call: string | undefined;
}

export interface WalkUsage {
  readonly at: number;
}

export class ResponseWalk<Usage extends WalkUsage> {
  readonly #found: (usage: Usage, tools: readonly string[]) => void;
  #last: { readonly usage: Usage; readonly tools: string[] } | undefined;
  /** The response between here and the last result has told its numbers. */
  #told = false;
  /** Calls whose response has not. */
  #waiting: string[] = [];

  constructor(found: (usage: Usage, tools: readonly string[]) => void) {
    this.#found = found;
  }

  /** Steps and usage that follow, each in the order of their places. */
  read(steps: Iterable<WalkStep>, usage: readonly Usage[]): void {
    let next = 0;
    const tellUntil = (place: number) => {
      for (let one = usage[next]; one && one.at < place; one = usage[++next]) this.#tell(one, false);
    };
    for (const { at, call } of steps) {
      tellUntil(at);
      if (call === undefined) this.#close();
      else this.#call(call);
      for (let one = usage[next]; one?.at === at; one = usage[++next]) this.#tell(one, call !== undefined);
    }
    tellUntil(Number.POSITIVE_INFINITY);
  }

  /** The thread ends here. */
  end(): void {
    this.#close();
    if (this.#last) this.#found(this.#last.usage, this.#last.tools);
    this.#last = undefined;
  }

  #call(tool: string): void {
    if (this.#told) this.#last?.tools.push(tool);
    else this.#waiting.push(tool);
  }

  #tell(usage: Usage, onCall: boolean): void {
    // A second response without anything between: what was waiting is its own only if the numbers stand on the call.
    const waiting = this.#told && onCall ? this.#last?.tools.splice(-1) : undefined;
    if (this.#last) this.#found(this.#last.usage, this.#last.tools);
    this.#last = { usage, tools: waiting ?? this.#waiting };
    this.#waiting = [];
    this.#told = true;
  }

  /** Calls that are left belong to the response before: results of some of its calls came in between. */
  #close(): void {
    this.#last?.tools.push(...this.#waiting);
    this.#waiting = [];
    this.#told = false;
  }
}
