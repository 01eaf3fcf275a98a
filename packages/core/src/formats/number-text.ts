/**
 * Numbers as Python writes them. A record's hash is taken over Python's JSON text, where 1.0 and 1 differ and
 * small numbers have exponents of two digits, so a number that must come out exactly is kept as its text.
 */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Of a number that a JSON text holds: whole numbers of any size as they are, all others as a float. */
  static read(json: string): NumberText {
    if (!/^-?\d+$/.test(json)) return NumberText.float(Number(json));
    return new NumberText(/^-0+$/.test(json) ? '0' : json);
  }

  /** A number that is a float even where it is whole: `780.0`. */
  static float(value: number): NumberText {
    return new NumberText(floatText(value));
  }
}

/** A number whose text JavaScript would write: whole ones without a point, all others as Python's floats. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return Object.is(value, -0) ? '0' : String(value);
  return floatText(value);
}

/** The shortest digits that give the number back, as in JavaScript; Python only sets point and exponent otherwise. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const exponent = Number(exponentText);
  const digits = mantissa.replace('.', '');
  if (exponent < -4 || exponent >= 16) return `${sign}${mantissa}e${exponentTextOf(exponent)}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

function exponentTextOf(exponent: number): string {
  return `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** The same value with plain numbers. */
export function plainNumbers(value: unknown): unknown {
  if (value instanceof NumberText) return Number(value.text);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainNumbers(item)]));
}
