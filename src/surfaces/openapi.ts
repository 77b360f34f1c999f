import type { Context } from 'koa';
import { openapiDocument } from './openapi/openapi-document.ts';

/** `GET /v1/openapi.json`: what this interface is, to anybody. */
export function showOpenapi(): (ctx: Context) => void {
  const document = JSON.stringify(openapiDocument());
  return (ctx) => {
    ctx.type = 'application/json';
    ctx.body = document;
  };
}
