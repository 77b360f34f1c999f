import type { Context } from 'koa';
import { openapiDocument } from './openapi/openapi-document.ts';

/** `GET /v1/openapi.json`: the description of this interface, without a key. */
export function showOpenapi(): (ctx: Context) => void {
  const document = JSON.stringify(openapiDocument());
  return (ctx) => {
    ctx.type = 'application/json';
    ctx.body = document;
  };
}
