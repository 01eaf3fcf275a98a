/** A set of event numbers, one bit each. */
export class EventBits {
  private bits = new Uint8Array(1024);

  add(number: number): void {
    const byte = number >> 3;
    if (byte >= this.bits.length) {
      const larger = new Uint8Array(2 * byte);
      larger.set(this.bits);
      this.bits = larger;
    }
    this.bits[byte]! |= 1 << (number & 7);
  }

  /** Numbers that were never added are not in it, whatever their size. */
  has(number: number): boolean {
    return ((this.bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}
