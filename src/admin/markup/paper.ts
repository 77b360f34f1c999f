import { html, type HtmlPart } from './html.ts';

/** A paper for people. Its operation sends it as a file, so that no browser shows it as a page of the gateway. */
export interface PaperAnswer {
  readonly html: string;
}

/** A table of a paper: cells that hold amounts stand to the right. */
export interface PaperTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly HtmlPart[])[];
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
export function paper(title: string, notice: string, content: HtmlPart): PaperAnswer {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>${title}</title>
      ${styled}
    </head>
    <body>
      <h1>${title}</h1>
      <p class="notice">${notice}</p>
      ${content}
    </body>
  </html>`;
  return { html: `<!doctype html>\n${String(page)}\n` };
}

/** A table of a paper; nothing where it has no rows. */
export function paperTable({ title, columns, rows }: PaperTable): HtmlPart {
  if (rows.length === 0) return null;
  const side = (column: string | undefined): HtmlPart => column?.endsWith('EUR') === true && html`class="n"`;
  return html`<h2>${title}</h2>
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" ${side(column)}>${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, index) => html`<td ${side(columns[index])}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}
