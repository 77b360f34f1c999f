import type { Context } from 'koa';
import { z } from 'zod';
import type { ApiKey } from '../domain/api-key.ts';
import { GatewayError } from '../errors.ts';
import { sharerOf } from '../limits/caller-limits.ts';
import { scanJsonBody } from '../protocols/requests/json-body.ts';
import type { BodyReader } from '../surfaces/body-reader.ts';
import { readJsonBody } from '../surfaces/http-exchange.ts';
import { brokenRule } from './broken-rule.ts';
import { schemaAt } from './schema-at.ts';
import { pathNames, type AdminOperation } from './operation.ts';
import { textAsValue } from './text-as-value.ts';

const bodyBytesMax = 262_144;
const jsonLimits = { depthMax: 16, membersMax: 10_000, elementsMax: 20_000, numbersMax: 10_000 };

interface Reading {
  readonly bodies: BodyReader;
  readonly key: ApiKey;
}

/**
 * Reads the input of an operation from its path, and the query or body; it is not checked yet. Raises `GatewayError`:
 * errors of reading a body, `invalid_value` for a member that contradicts the path.
 */
export async function readInput(
  operation: AdminOperation,
  ctx: Context & { readonly params: Record<string, string> },
  reading: Reading,
): Promise<Readonly<Record<string, unknown>>> {
  const ofPath = Object.fromEntries(pathNames(operation).map((name) => [name, ctx.params[name] ?? '']));
  const asked =
    operation.method === 'get'
      ? queryOf(operation, ctx)
      : await bodyOf(ctx, operation.bodyBytesMax ?? bodyBytesMax, reading);
  const twice = Object.entries(ofPath).find(
    ([name, value]) => Object.hasOwn(asked, name) && String(asked[name]).toLowerCase() !== value.toLowerCase(),
  )?.[0];
  if (twice !== undefined) {
    throw new GatewayError('invalid_value', { detail: `\`${twice}\` differs from the path.`, param: twice });
  }
  return { ...asked, ...ofPath };
}

/**
 * `null` is read as absent where a member may be and does not take it itself: answers say it for what is not there. Raises
 * `invalid_value` and `unsupported_parameter`.
 */
export function checkedInput({ input }: Pick<AdminOperation, 'input'>, asked: object): unknown {
  const takes = (name: string, value: null | undefined): boolean =>
    Object.hasOwn(input.shape, name) && (input.shape[name] as z.ZodType).safeParse(value).success;
  const given = Object.entries(asked).filter(
    ([name, value]) => value !== null || takes(name, null) || !takes(name, undefined),
  );
  const parsed = input.safeParse(Object.fromEntries(given), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error, input);
}

function refusalOf({ issues: [issue] }: z.ZodError, input: z.ZodType): GatewayError {
  if (issue === undefined) return new GatewayError('invalid_value');
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const param = [path, issue.keys[0]]
      .filter((part) => part !== '')
      .join('.')
      .slice(0, 200);
    return new GatewayError('unsupported_parameter', {
      detail: `\`${param}\` is unknown here.${knownAt(input, issue.path)}`,
      param,
    });
  }
  const detail = `\`${path}\` ${brokenRule(issue, input)}.`;
  return new GatewayError('invalid_value', { detail, param: path });
}

/** The members of the object in which one is unknown, in a sentence. */
function knownAt(input: z.ZodType, path: readonly PropertyKey[]): string {
  const object = schemaAt(input, path);
  const known = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  return known.length === 0 ? '' : ` Known: ${known.map((name) => `\`${name}\``).join(', ')}.`;
}

function queryOf({ input }: AdminOperation, ctx: Context): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(ctx.query).map(([name, value]) => {
      if (Array.isArray(value)) {
        throw new GatewayError('invalid_value', { detail: `\`${name}\` appears twice.`, param: name.slice(0, 200) });
      }
      const schema = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined;
      return [name, schema === undefined ? value : textAsValue(schema as z.ZodType, value ?? '')];
    }),
  );
}

/** A write without input needs no body. */
async function bodyOf(
  ctx: Context,
  bytesMax: number,
  { bodies, key }: Reading,
): Promise<Readonly<Record<string, unknown>>> {
  const { req: request, res: response } = ctx;
  const isEmpty =
    request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0;
  if (isEmpty) return {};
  const held = await readJsonBody({ request, response, bytesMax, sharer: sharerOf(key), bodies });
  try {
    scanJsonBody(held.bytes, jsonLimits);
    // `as`: the scan has checked that the body is one JSON object.
    return JSON.parse(held.bytes.toString()) as Readonly<Record<string, unknown>>;
  } finally {
    held.release();
  }
}
