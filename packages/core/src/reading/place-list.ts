/** A list of numbers that takes four bytes for each. */
export class PlaceList {
  #places = new Int32Array(16);
  length = 0;

  push(place: number): void {
    if (this.length === this.#places.length) {
      const places = new Int32Array(this.length * 2);
      places.set(this.#places);
      this.#places = places;
    }
    this.#places[this.length++] = place;
  }

  at(index: number): number {
    return this.#places[index] as number;
  }
}
