/** The Luhn check of payment cards and of several national numbers. Everything but digits is passed over. */
export function passesLuhn(text: string): boolean {
  let sum = 0;
  let double = false;
  let digits = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) continue;
    digits++;
    const value = double ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
    double = !double;
  }
  return digits > 1 && sum % 10 === 0;
}
