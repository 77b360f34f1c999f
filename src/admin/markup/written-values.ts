/** How numbers and times are written where somebody reads. */
export interface Spoken {
  /** A tag of BCP 47. */
  readonly locale: string;
}

/** An amount in euro: what a person reads, and the zeros behind it that complete nine decimals. */
export interface WrittenAmount {
  readonly text: string;
  readonly zeros: string;
}

/** `null`: the text is no amount. Exact: the digits are those of the text. */
export function writtenAmount(eur: string, { locale }: Spoken): WrittenAmount | null {
  if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(eur)) return null;
  // `as`: the pattern is that of a decimal number, which Intl takes as text, exactly.
  const text = amountFormat(locale, 2).format(eur as Intl.StringNumericLiteral);
  const decimals = (eur.split('.')[1] ?? '').replace(/0+$/, '').length;
  return { text, zeros: '0'.repeat(9 - Math.max(2, decimals)) };
}

/** An amount in euro with so many decimals at least, exactly. The text must be one. */
export function fixedAmount(eur: string, { locale }: Spoken, decimals: 2 | 9): string {
  // `as`: Intl takes decimal numbers as text.
  return amountFormat(locale, decimals).format(eur as Intl.StringNumericLiteral);
}

function amountFormat(locale: string, minimumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 9, useGrouping: 'always' });
}

/** A time of the ledger in words; `null`: the text is none. */
export function writtenTime(iso: string, { locale }: Spoken, zone: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(iso) || Number.isNaN(Date.parse(iso)))
    return null;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(
    Date.parse(iso),
  );
}

/** A day of a zone, `YYYY-MM-DD`, in words. */
export function writtenDay(day: string, { locale }: Spoken): string {
  // The day is the zone's already.
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day));
}

/** An hour with its offset, in words of its own clocks. */
export function writtenHour(hour: string, { locale }: Spoken): string {
  const format = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const;
  // The clocks are the zone's already.
  return new Intl.DateTimeFormat(locale, format).format(Date.parse(`${hour.slice(0, 16)}Z`));
}

/** A day, `YYYY-MM-DD`, in digits. */
export function writtenDate(day: string, { locale }: Spoken): string {
  const format = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, format).format(Date.parse(day));
}

/** A month of a zone, `YYYY-MM`, in words. */
export function writtenMonth(month: string, { locale }: Spoken, length: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(locale, { month: length, year: 'numeric', timeZone: 'UTC' }).format(Date.parse(month));
}

export function writtenCount(count: number, { locale }: Spoken): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(count);
}
