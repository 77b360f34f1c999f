/** Text that a spreadsheet would treat as a formula. An amount below zero is a number. */
const formulaPattern = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/;

/**
 * Rows as comma-separated values (RFC 4180), after a header row unless that was told before. A text that a spreadsheet
 * would run as a formula gets an apostrophe in front, which keeps it text.
 */
export function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  hasHeading = true,
): string {
  const lines = [...(hasHeading ? [columns] : []), ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : '';
  const safe = formulaPattern.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
