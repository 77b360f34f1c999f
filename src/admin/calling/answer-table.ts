import type { Context } from 'koa';
import { workbookType, type Workbook, type WriteWorkbook } from '../../ports/workbook.ts';
import { csvText } from '../csv-text.ts';
import type { AdminOperation } from '../operation.ts';
import type { PaperAnswer } from '../papers/paper.ts';
import type { TableAnswer } from '../table-answer.ts';

/** Sends a table or a paper as an attachment, so that no browser shows it as a page. */
export async function answerTable(
  ctx: Context,
  { path, produces = 'text/csv' }: AdminOperation,
  { table, write }: { readonly table: TableAnswer | PaperAnswer | Workbook; readonly write: WriteWorkbook },
): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  ctx.attachment(name);
  ctx.type = produces;
  if ('html' in table) {
    ctx.body = table.html;
    return;
  }
  if ('sheets' in table) {
    ctx.body = Buffer.from(await write(table));
    return;
  }
  const { columns, rows, next } = table;
  if (next !== null) ctx.set('x-waybill-next', next);
  const names = columns.map((column) => column.name);
  ctx.body =
    produces === workbookType
      ? Buffer.from(await write({ about: [], sheets: [{ name: name.replace(/\..*$/, ''), columns, rows }] }))
      : csvText(names, rows);
}
