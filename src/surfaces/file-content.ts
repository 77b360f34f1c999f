import { GatewayError } from '../errors.ts';
import { refusalOf, withOwnId } from './file-upstream.ts';
import { askAboutFile, foundFile, ownerFrom, type FilesDeps, type Routed } from './files.ts';
import { createHttpClient } from './http-client.ts';
import { credentialsOf } from './http-exchange.ts';
import { enterUntilAnswered } from './enter-until-answered.ts';

/** `GET /v1/files/{id}/content`: the bytes as the upstream sends them, at the pace of their reader. */
export function readFileContent(deps: FilesDeps) {
  return async (ctx: Routed): Promise<void> => {
    const identified = await deps.identify({ credentials: credentialsOf(ctx.req) });
    await enterUntilAnswered(ctx, identified, deps.callerAdmission);
    const owner = ownerFrom(ctx, identified);
    const facts = await foundFile(ctx, owner, deps);
    const answer = await askAboutFile(ctx, { facts, method: 'GET', rest: '/content' }, deps);
    if (answer.status !== 200) throw await refusalOf(answer, facts);
    ctx.respond = false;
    const client = createHttpClient(ctx.res, deps.readerPatience);
    client.begin(200, {
      'content-type': safeContentType(answer.headers['content-type']),
      'content-disposition': attachment(answer.headers['content-disposition'], facts),
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

/** Types that no browser takes for a page or a script, whatever is in them. */
const inertTypes =
  /^(image\/(png|jpeg|gif|webp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/(plain|csv)|application\/(json|jsonl|pdf|zip|octet-stream))\s*(;\s*charset=[a-z0-9-]+)?$/i;

/** The type that the upstream tells, where it is harmless; else just bytes. */
function safeContentType(told = 'application/octet-stream'): string {
  return inertTypes.test(told) ? told : 'application/octet-stream';
}

/** Never shown in place: of what the upstream says only the name of the file stays. */
function attachment(told: string | undefined, facts: Parameters<typeof withOwnId>[0]): string {
  const [, ...parameters] = withOwnId(facts, Buffer.from(told ?? '', 'latin1'))
    .toString('latin1')
    .split(';');
  return ['attachment', ...parameters].join(';');
}
