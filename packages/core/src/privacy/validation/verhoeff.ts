/** The Verhoeff check, in the dihedral group of ten elements; India's Aadhaar numbers carry it. */
const multiply = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (5 + a - b) % 5;
};
const SWAP = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Whether the last digit checks the others. */
export function passesVerhoeff(digits: readonly number[]): boolean {
  let check = 0;
  digits.toReversed().forEach((digit, place) => {
    let permuted = digit;
    for (let i = 0; i < place % 8; i++) permuted = SWAP[permuted] as number;
    check = multiply(check, permuted);
  });
  return check === 0;
}
