import type { Context } from 'koa';

/** `GET …/openapi.json`: a description of an interface, without a key. It is made when somebody first asks for it. */
export function showOpenapi(describe: () => object): (ctx: Context) => void {
  let document: string | null = null;
  return (ctx) => {
    document ??= JSON.stringify(describe());
    ctx.type = 'application/json';
    ctx.body = document;
  };
}
