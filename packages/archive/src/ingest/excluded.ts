/** A session that is not to be kept. */
export class Excluded extends Error {
  override name = 'Excluded';
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
