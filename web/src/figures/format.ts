// Numbers as people read them. A format rounds for the eye and changes nothing else.

export type Format = 'share' | 'percent' | 'cell' | 'short' | 'decimal' | 'whole';

const minus = '\u2212';

function withDigits(value: number, digits: number): string {
  const text = value.toFixed(digits);
  // A true minus sign, and no "−0.00".
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', minus);
}

function powerOfTen(value: number, digits = 2): string {
  const [mantissa, exponent] = value.toExponential(digits).split('e') as [string, string];
  const superscript = [...String(Number(exponent))].map((c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]).join('');
  return `${mantissa.replace('-', minus)}×10${superscript}`;
}

export function format(value: number | undefined, as: Format = 'decimal'): string {
  if (value === undefined) return '…';
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${minus}∞`;
  const size = Math.abs(value);
  switch (as) {
    case 'percent':
      if (value === 0) return '0%';
      if (value > 0 && value < 0.0005) return '<0.1%';
      return `${withDigits(value * 100, 1)}%`;
    case 'cell':
      // Short enough for a cell of a heat map on a phone.
      if (value === 0) return '0';
      if (value > 0 && value < 0.005) return '<1%';
      return `${withDigits(value * 100, 0)}%`;
    case 'short':
      // A share where there is little room.
      return value > 0 && value < 0.0005 ? powerOfTen(value, 0) : format(value, 'share');
    case 'share':
      if (value === 0) return '0';
      if (value > 0 && value < 0.0005) return powerOfTen(value);
      return withDigits(value, 3);
    case 'whole':
      return Number.isInteger(value) && size < 1e6 ? withDigits(value, 0) : format(value, 'decimal');
    case 'decimal': {
      if (Number.isInteger(value) && size < 1e5) return withDigits(value, 0);
      if (size >= 1e5 || (size > 0 && size < 0.0005)) return powerOfTen(value);
      // 0.5 stays 0.5: digits are only shown where there is something to show.
      const enough = [1, 2].find((digits) => Math.abs(value - Number(value.toFixed(digits))) < 1e-6);
      return withDigits(value, enough ?? (size < 10 ? 3 : 2));
    }
  }
}
