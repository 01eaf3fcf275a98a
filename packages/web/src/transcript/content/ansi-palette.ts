/** The sixteen colours that both themes have, and the nearest of them to any other that a terminal knows. */
type Rgb = readonly [red: number, green: number, blue: number];

const PALETTE: readonly Rgb[] = [
  [0, 0, 0],
  [170, 0, 0],
  [0, 170, 0],
  [170, 120, 0],
  [0, 0, 200],
  [170, 0, 170],
  [0, 170, 170],
  [190, 190, 190],
  [110, 110, 110],
  [255, 85, 85],
  [85, 255, 85],
  [255, 255, 85],
  [85, 85, 255],
  [255, 85, 255],
  [85, 255, 255],
  [255, 255, 255],
];
const STEPS = [0, 95, 135, 175, 215, 255];

/** Of one of the 256 colours, by its number, or of red, green and blue. */
export function nearestColour(colour: number | Rgb): number {
  if (typeof colour === 'number' && colour < 16) return Math.max(0, Math.floor(colour) || 0);
  const wanted = typeof colour === 'number' ? rgbOf(colour) : colour;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  PALETTE.forEach((known, number) => {
    const distance = known.reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0);
    if (distance < least) [best, least] = [number, distance];
  });
  return best;
}

/** A cube of six steps a side, then shades of grey. */
function rgbOf(number: number): Rgb {
  if (number >= 232) {
    const grey = 8 + (Math.min(255, number) - 232) * 10;
    return [grey, grey, grey];
  }
  const at = number - 16;
  return [STEPS[Math.floor(at / 36) % 6] ?? 0, STEPS[Math.floor(at / 6) % 6] ?? 0, STEPS[at % 6] ?? 0];
}
