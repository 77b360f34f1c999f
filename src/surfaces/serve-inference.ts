import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Middleware } from 'koa';
import { sharerOf } from '../limits/caller-limits.ts';
import { scanInTurns } from '../ports/done-in-turns.ts';
import { mayHoldBlocks } from '../protocols/opaque-blocks/bound-strings.ts';
import { metadataInJson, modelInJson } from '../protocols/requests/json-body.ts';
import type { JsonFace, Reading } from '../protocols/face.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { PipelineDeps } from '../pipeline/flow/pipeline-deps.ts';
import { runInference } from '../pipeline/pipeline.ts';
import type { Admitted, Surface } from '../pipeline/records.ts';
import type { BodyReader, HeldBody } from './body-reader.ts';
import { HttpClient, type ReaderPatience } from './http-client.ts';
import { costWishOf, requestCredentials, readJsonBody, requestNameOf } from './http-exchange.ts';

export interface InferenceDeps extends Reading {
  readonly pipeline: PipelineDeps;
  readonly bodyBytesMax: number;
  /** The charge of every answer stands in its `usage`. */
  readonly isCostInUsage: boolean;
  /** The memory for bodies. */
  readonly bodies: BodyReader;
  readonly readerPatience: ReaderPatience;
}

/** An inference over HTTP on a surface with JSON bodies: the request enters the pipeline, which writes the answer itself. */
export function serveInference(face: JsonFace, deps: InferenceDeps): Middleware {
  const { pipeline, bodyBytesMax, jsonLimits, bodies, readerPatience } = deps;
  const surface: Surface = {
    ...face,
    mayHoldBlocks: mayHoldBlocks(face.texts),
    modelIn: (body) => modelInJson(body, jsonLimits),
    metadataIn: (body) => metadataInJson(body, jsonLimits),
    parse: (body) => face.read(body, deps),
  };
  return async (ctx) => {
    ctx.respond = false;
    const body: { held?: HeldBody } = {};
    const readOnce = async ({ caller }: Admitted): Promise<Buffer> => {
      const sharer = sharerOf(caller.key);
      const read = await readJsonBody({ request: ctx.req, response: ctx.res, bytesMax: bodyBytesMax, sharer, bodies });
      body.held = read;
      await bodies.inTurn(sharer, read.bytes.length, () => scanInTurns(read.bytes, jsonLimits, sharer));
      return read.bytes;
    };
    const received = {
      requestId: requestIdOf(ctx),
      surface,
      credentials: requestCredentials(ctx.req),
      protocolHeaders: { ...surface.defaultHeaders, ...protocolHeaders(ctx.req.headers, surface.forwardedHeaders) },
      ...(surface.forwardedQuery && { query: protocolQuery(ctx, surface.forwardedQuery) }),
      ...requestNameOf(ctx.req),
      ...costWishOf(ctx.req, deps),
      readBody: readOnce,
      client: new HttpClient(ctx.res, readerPatience),
    };
    try {
      await runInference(received, pipeline);
    } finally {
      body.held?.release();
    }
  };
}

/** Headers of the caller that may be forwarded: none that identifies the caller. */
export function protocolHeaders(headers: IncomingHttpHeaders, forwarded: readonly string[]): Record<string, string> {
  const protocol: Record<string, string> = { 'content-type': 'application/json' };
  for (const entry of forwarded) {
    const names = entry.endsWith('-') ? Object.keys(headers).filter((name) => name.startsWith(entry)) : [entry];
    for (const name of names) {
      const value = headers[name];
      if (typeof value === 'string' && value !== '') protocol[name] = value;
    }
  }
  return protocol;
}

/** The forwarded part of the query. Koa parses a query on access, so surfaces that forward nothing do not read it. */
function protocolQuery(
  request: { readonly query: ParsedUrlQuery },
  forwarded: Readonly<Record<string, string>>,
): string {
  const kept = Object.entries(forwarded).filter(([name, value]) => request.query[name] === value);
  return kept.length === 0 ? '' : `?${kept.map((pair) => pair.join('=')).join('&')}`;
}
