import type { Context } from 'koa';
import { workbookType, type WriteWorkbook } from '../../ports/workbook.ts';
import { csvText } from '../csv-text.ts';
import type { AdminOperation } from '../operation.ts';
import type { TableAnswer } from '../table-answer.ts';

/** Sends a table as an attachment, so that no browser shows it as a page. */
export async function answerTable(
  ctx: Context,
  { path, produces = 'text/csv' }: AdminOperation,
  { table, write }: { readonly table: TableAnswer; readonly write: WriteWorkbook },
): Promise<void> {
  const { columns, rows, next } = table;
  const name = path.slice(path.lastIndexOf('/') + 1);
  ctx.attachment(name);
  ctx.type = produces;
  if (next !== null) ctx.set('x-waybill-next', next);
  const names = columns.map((column) => column.name);
  ctx.body =
    produces === workbookType
      ? Buffer.from(await write({ about: [], sheets: [{ name: name.replace(/\..*$/, ''), columns, rows }] }))
      : csvText(names, rows);
}
