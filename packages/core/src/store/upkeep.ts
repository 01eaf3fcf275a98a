/** What looks after a machine's archive and its settings: injected where a server runs beside them. */

export interface Upkeep {
  /** What needs somebody's attention. `whole`: also what reads all of the archive, which takes its time. */
  doctor(whole: boolean): Promise<readonly DoctorFinding[]>;
  /** Every setting, with where its value comes from. */
  settings(): Promise<HeldSettings>;
  /** Fails with `unknown-setting`, or with `bad-argument` for a value it cannot have. Null takes the setting away. */
  change(key: string, value: string | null): Promise<void>;
}

export interface DoctorFinding {
  readonly check: string;
  readonly level: 'fine' | 'note' | 'attention';
  readonly message: string;
  readonly remedy?: string;
  readonly details?: readonly string[];
}

export interface HeldSettings {
  /** The file that they are kept in. */
  readonly path: string;
  readonly settings: readonly HeldSetting[];
}

export interface HeldSetting {
  readonly key: string;
  /** As it is written on the command line. */
  readonly value: string;
  readonly usual: string;
  readonly origin: 'flag' | 'environment' | 'file' | 'default';
  readonly description: string;
  /** What it can be, where there are only so many. */
  readonly choices: readonly string[];
  /** Settings that start programs, name files or delete are changed on the command line alone. */
  readonly changeable: boolean;
}
