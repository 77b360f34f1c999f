import { openapiDocument } from '../src/surfaces/openapi/openapi-document.ts';

/** `docs/openapi.json`: the description that `GET /v1/openapi.json` answers. */
export function openapiPage(): string {
  return `${JSON.stringify(openapiDocument(), null, 2)}\n`;
}
