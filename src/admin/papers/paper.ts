import type { SheetRow } from '../../ports/workbook.ts';
import { html, type HtmlPart } from '../markup/html.ts';
import type { Language } from '../markup/languages.ts';
import { fixedAmount, writtenDate } from '../markup/written-values.ts';
import type { PaperSheet } from './paper-sheet.ts';
import { paperTexts, type PaperTexts } from './paper-texts.ts';

/** A paper for people. Its operation sends it as a file, so that no browser shows it as a page of the gateway. */
export interface PaperAnswer {
  readonly html: string;
}

/** What a paper says, beside its language. */
export interface PaperContent {
  readonly title: string;
  /** Names and values, above the tables. */
  readonly facts: readonly (readonly [string, HtmlPart])[];
  readonly text: string;
  readonly content: HtmlPart;
  readonly foot: string;
}

const styled = html`<style>
  body {
    font: 11pt/1.4 sans-serif;
    color: #111;
    max-width: 60rem;
    margin: 2rem auto;
    padding: 0 1rem;
  }
  h2 {
    font-size: 1.1em;
    margin-top: 2em;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  th,
  td {
    padding: 0.2em 0.5em;
    text-align: left;
    border-bottom: 1px solid #ccc;
  }
  dt {
    font-weight: bold;
  }
  dd {
    margin: 0 0 0.3em;
  }
  thead {
    display: table-header-group;
  }
  .n {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .notice {
    border: 1px solid #111;
    padding: 0.5em;
  }
  .small {
    font-size: 0.8em;
    overflow-wrap: anywhere;
  }
  tr {
    break-inside: avoid;
  }
  @media print {
    body {
      margin: 0;
      max-width: none;
    }
  }
</style>`;

/** A whole paper: a page of HTML that needs nothing else, and prints. */
export function paper(language: Language, { title, facts, text, content, foot }: PaperContent): PaperAnswer {
  const page = html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>${title}</title>
      ${styled}
    </head>
    <body>
      <h1>${title}</h1>
      <p class="notice">${paperTexts[language].notice}</p>
      <dl>
        ${facts.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <p>${text}</p>
      ${content}
      <p class="small">${foot}</p>
    </body>
  </html>`;
  return { html: `<!doctype html>\n${String(page)}\n` };
}

/** The tables of a paper that have rows. */
export function paperTables(sheets: readonly PaperSheet[], texts: PaperTexts): HtmlPart {
  return sheets.filter(({ rows }) => rows.length > 0).map((sheet) => paperTable(sheet, texts));
}

function paperTable({ name, columns, rows }: PaperSheet, texts: PaperTexts): HtmlPart {
  const written = columns.map((column) => ({
    side: (column.kind === 'amount' || column.kind === 'count') && html`class="n"`,
    heading: texts.columns[column.name],
    cell: cellsOf(column, rows, texts),
  }));
  return html`<h2>${texts.sheets[name]}</h2>
    <table>
      <thead>
        <tr>
          ${written.map(({ side, heading }) => html`<th scope="col" ${side}>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${written.map(({ side, cell }) => html`<td ${side}>${cell(row)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** How the cells of a column are written. Amounts have as many decimals as the others of their column. */
function cellsOf(
  { name, kind }: PaperSheet['columns'][number],
  rows: readonly SheetRow[],
  texts: PaperTexts,
): (row: SheetRow) => string {
  const textOf = (row: SheetRow): string => String(row[name] ?? '');
  if (kind === 'amount') {
    const decimals = rows.every((row) => textOf(row).endsWith('0000000')) ? 2 : 9;
    return (row) => fixedAmount(textOf(row), texts, decimals);
  }
  if (name === 'what') return (row) => wordFor(textOf(row), texts);
  return (row) => {
    const text = textOf(row);
    if (text === '') return '–';
    return kind === 'day' || kind === 'time' ? writtenDate(text.slice(0, 10), texts) : text;
  };
}

function wordFor(name: string, { words }: PaperTexts): string {
  return Object.hasOwn(words, name) ? words[name as keyof typeof words] : name;
}
