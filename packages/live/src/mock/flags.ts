/** What the mock is told when it is started. */
export interface MockFlags {
  readonly session: string;
  readonly resumed: boolean;
  /** Speaks the Agent Client Protocol instead of its own lines. */
  readonly speaksAcp: boolean;
  /** Milliseconds between two lines. */
  readonly delay: number;
  /** Ends itself without a word after so many lines. */
  readonly crashAfter: number;
  /** Begins a turn and never goes on with it. */
  readonly hang: boolean;
  /** Writes lines that are no JSON between the others. */
  readonly garbage: boolean;
  /** Deltas in the answer to every message. */
  readonly burst: number;
  readonly ignoreSigterm: boolean;
  /** Leaves a process of its own behind. */
  readonly orphan: boolean;
}

const NUMBERS = { '--delay': 'delay', '--crash-after': 'crashAfter', '--burst': 'burst' } as const;
const SWITCHES = {
  '--acp': 'speaksAcp',
  '--hang': 'hang',
  '--garbage': 'garbage',
  '--ignore-sigterm': 'ignoreSigterm',
  '--orphan': 'orphan',
  '--resume': 'resumed',
} as const;

/** Throws with what is wrong. */
export function readFlags(args: readonly string[], session: string): MockFlags {
  const flags: { -readonly [Key in keyof MockFlags]: MockFlags[Key] } = {
    session,
    resumed: false,
    speaksAcp: false,
    delay: 0,
    crashAfter: Number.POSITIVE_INFINITY,
    hang: false,
    garbage: false,
    burst: 0,
    ignoreSigterm: false,
    orphan: false,
  };
  for (let i = 0; i < args.length; i++) {
    const name = args[i] as string;
    if (name === '--session') flags.session = argumentAt(args, ++i, name);
    else if (Object.hasOwn(NUMBERS, name)) flags[NUMBERS[name as keyof typeof NUMBERS]] = numberOf(args, ++i, name);
    else if (Object.hasOwn(SWITCHES, name)) flags[SWITCHES[name as keyof typeof SWITCHES]] = true;
    else throw new Error(`hansard-mock does not know ${name}.`);
  }
  return flags;
}

function argumentAt(args: readonly string[], at: number, name: string): string {
  const value = args[at];
  if (value === undefined || value === '') throw new Error(`${name} needs a value.`);
  return value;
}

function numberOf(args: readonly string[], at: number, name: string): number {
  const value = argumentAt(args, at, name);
  if (!/^\d{1,9}$/.test(value)) throw new Error(`${name} needs a whole number, not "${value}".`);
  return Number(value);
}
