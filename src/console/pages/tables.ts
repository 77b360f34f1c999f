import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';

/** A column of a table: its title, and whether it is read from the last digit. */
export type Column = string | { readonly title: string; readonly isRight: true };

export interface Table {
  /** What the table is, for whoever does not see it. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly HtmlPart[])[];
  /** The last row, of sums. Absent: there is none. */
  readonly sums?: readonly HtmlPart[];
}

/** A table that scrolls sideways by itself. */
export function table({ label, columns, rows, sums }: Table): Html {
  const side = (index: number): HtmlPart => typeof columns[index] !== 'string' && html`class="right"`;
  const cells = (row: readonly HtmlPart[]): HtmlPart => row.map((cell, index) => html`<td ${side(index)}>${cell}</td>`);
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map((column, index) => html`<th scope="col" ${side(index)}>${typeof column === 'string' ? column : column.title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`,
        )}
      </tbody>
      ${
        sums !== undefined &&
        html`<tfoot>
          <tr>
            ${cells(sums)}
          </tr>
        </tfoot>`
      }
    </table>
  </div>`;
}
