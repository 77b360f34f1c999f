import { GatewayError } from '../errors.ts';
import { refusalOf, withOwnId } from './file-upstream.ts';
import { askAboutFile, foundFile, ownerFrom, type FilesDeps, type Routed } from './files.ts';
import { createHttpClient } from './http-client.ts';
import { credentialsOf } from './http-exchange.ts';
import { enterUntilAnswered } from './place-of-answer.ts';

/** `GET /v1/files/{id}/content`: the bytes as the upstream sends them, at the pace of their reader. */
export function readFileContent(deps: FilesDeps) {
  return async (ctx: Routed): Promise<void> => {
    const identified = await deps.identify({ credentials: credentialsOf(ctx.req) });
    await enterUntilAnswered(ctx, identified, deps.door);
    const owner = ownerFrom(ctx, identified);
    const facts = await foundFile(ctx, owner, deps);
    const answer = await askAboutFile(ctx, { facts, method: 'GET', rest: '/content' }, deps);
    if (answer.status !== 200) throw await refusalOf(answer, facts);
    const disposition = answer.headers['content-disposition'] ?? 'attachment';
    ctx.respond = false;
    const client = createHttpClient(ctx.res, deps.readerPatience);
    client.begin(200, {
      'content-type': answer.headers['content-type'] ?? 'application/octet-stream',
      'content-disposition': withOwnId(facts, Buffer.from(disposition, 'latin1')).toString('latin1'),
      // What strangers uploaded is never a page of this origin.
      'x-content-type-options': 'nosniff',
    });
    try {
      for await (const piece of answer.body) await client.write(piece);
    } catch (error) {
      // Its head is out: the connection breaks.
      throw new GatewayError('upstream_cut', { cause: error });
    }
    await client.end(null);
  };
}
