import { GatewayError } from '../errors.ts';
import { HeldTime } from '../time/held-time.ts';
import { refusalOf, withOwnId } from './file-upstream.ts';
import { askAboutFile, foundFile, ownerFrom, type FilesDeps, type RoutedContext } from './files.ts';
import { HttpClient } from './http-client.ts';
import { presentedIn } from './http-exchange.ts';
import { enterUntilAnswered } from './enter-until-answered.ts';

/** `GET /v1/files/{id}/content`: streams the bytes from the upstream at the pace of the client. */
export function readFileContent(deps: FilesDeps) {
  return async (ctx: RoutedContext): Promise<void> => {
    const identified = await deps.identify(presentedIn(ctx));
    await enterUntilAnswered(ctx, identified, deps.callerAdmission);
    const owner = ownerFrom(ctx, identified);
    const facts = await foundFile(ctx, owner, deps);
    const held = new HeldTime();
    const answer = await askAboutFile(ctx, { facts, method: 'GET', rest: '/content', held }, deps);
    if (answer.status !== 200) throw await refusalOf(answer, facts);
    ctx.respond = false;
    const client = new HttpClient(ctx.res, deps.readerPatience);
    client.begin(200, {
      'content-type': safeContentType(answer.headers['content-type']),
      'content-disposition': attachment(answer.headers['content-disposition'], facts),
      // Uploaded content must never run as a page of this origin.
      'x-content-type-options': 'nosniff',
    });
    try {
      for await (const piece of answer.body) {
        // Nothing of it would be sent: leaving the loop gives up the upstream's answer.
        if (ctx.method === 'HEAD') break;
        const full = client.write(piece);
        if (full !== null) await held.while(full);
      }
    } catch (error) {
      // The head is already sent, so the connection is closed.
      throw new GatewayError('upstream_cut', { cause: error });
    }
    await client.end(null);
  };
}

/** Content types that no browser treats as a page or a script. */
const inertTypes =
  /^(image\/(png|jpeg|gif|webp)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/(plain|csv)|application\/(json|jsonl|pdf|zip|octet-stream))\s*(;\s*charset=[a-z0-9-]+)?$/i;

/** The content type of the upstream if it is harmless, else `application/octet-stream`. */
function safeContentType(upstreamType = 'application/octet-stream'): string {
  return inertTypes.test(upstreamType) ? upstreamType : 'application/octet-stream';
}

/** Always an attachment: only the file name of the upstream's header is kept. */
function attachment(upstreamDisposition: string | undefined, facts: Parameters<typeof withOwnId>[0]): string {
  const [, ...parameters] = withOwnId(facts, Buffer.from(upstreamDisposition ?? '', 'latin1'))
    .toString('latin1')
    .split(';');
  return ['attachment', ...parameters].join(';');
}
