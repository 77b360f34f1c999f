import { EqualNames } from '../../personal-data/body-texts.ts';
import { shownCounts } from '../../personal-data/placeholders/shown-counts.ts';
import type { TextMap } from '../../personal-data/text-map.ts';
import { TooManyTexts } from '../../personal-data/too-many-texts.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import { freePrefix, unknownOptIns, type UnknownOptIn } from '../../protocols/requests/opt-ins.ts';
import { GatewayError } from '../../errors.ts';
import { isProtected } from '../../domain/policy.ts';
import type { BodyCasting, BodyToCast, CastBody, EncodedBody } from '../../ports/body-casting.ts';
import { PiiEngineUnavailable, PiiMappingLost } from '../../ports/pii-engine.ts';
import type { CastTelemetry } from '../../ports/telemetry.ts';
import { everyMember, withoutFaulty } from '../selection/route-options.ts';
import type { Cast, Profiled, RecalledContext, Surface } from '../records.ts';

export interface CastPiiDeps {
  /** `null` when no engine for personal data is configured. */
  readonly bodyCasting: BodyCasting | null;
  readonly castTelemetry: CastTelemetry;
}

/** Raises 409 when earlier turns were protected differently: they are neither cast anew nor sent uncast. */
export function assertSameProtection(profiled: Profiled): void {
  const { context } = profiled;
  if (context === null || context.binding.isCast === isProtected(profiled)) return;
  throw new GatewayError('context_incompatible', {
    detail: 'Protection of personal data was switched on or off after the answer that this request continues.',
  });
}

/**
 * Replaces personal data with placeholders, for a caller who needs it. Raises 503 when that fails: such a request is
 * never forwarded uncast. Raises 400 for input that cannot be inspected or changed, unless a target is trusted with it;
 * 409 when the placeholders of earlier turns cannot be restored any more.
 */
export async function castPii(profiled: Profiled, { bodyCasting, castTelemetry }: CastPiiDeps): Promise<Cast> {
  const { castable } = profiled.request.input;
  // Images, audio, files, token ids and spoken text cannot be inspected.
  const eligible =
    castable === 'all' ? profiled : withTrusted(profiled, () => new GatewayError('input_not_inspectable'));
  if (castable === 'none') return { ...eligible, conversation: null, documents: [] };
  if (bodyCasting === null) throw notConfigured();
  const { surface, context } = eligible;
  const headers = unknownOptIns(eligible.protocolHeaders);
  const worded = withWords(eligible, headers);
  const cast = await castWith(bodyCasting, bodyToCast(worded, headers));
  if (cast.kind === 'encoded') throw unreadable(cast.path);
  const { conversation, documents, encoded, items, unfit } = cast;
  const readable = encoded === null ? worded : withTrusted(worded, () => unreadable(encoded));
  const fit = unfit === null ? readable : withTrusted(readable, () => unfitting(unfit));
  const request = parseCast(surface, cast.body);
  castTelemetry.personalDataCast(conversation.counts);
  eligible.client.announce('x-waybill-pii', shownCounts(conversation));
  return { ...fit, request, documents, conversation, context: context === null ? null : castContext(context, items) };
}

/** Waiting does not help here: only a restart with another configuration brings an engine. */
function notConfigured(): GatewayError {
  return new GatewayError('pii_engine_unavailable', {
    detail: 'This caller needs protection of personal data, which this gateway is not configured for.',
    next: 'Ask the operator to configure `personal_data`, or to switch the protection off for this person and their policies.',
    shouldRetry: false,
  });
}

function mapOf({ texts, name }: Surface): TextMap {
  if (texts === undefined) throw new RangeError(`where texts of ${name} live is not declared`);
  return texts;
}

/** Raises 400 for a header that goes upstream with anything but words of a protocol, unless a target is trusted. */
function withWords(profiled: Profiled, headers: readonly UnknownOptIn[]): Profiled {
  const other = headers.find(({ isWord }) => !isWord);
  if (other === undefined) return profiled;
  const header = shownHeader(other);
  const detail = `The header \`${header}\` has a value that no protocol has, and that may be personal data.`;
  const next = 'Leave the header out, or send only words of the protocol in it.';
  return withTrusted(profiled, () => new GatewayError('input_not_inspectable', { detail, next, param: header }));
}

/** The end of a free name may be a value. */
function shownHeader({ header }: UnknownOptIn): string {
  return header.startsWith(freePrefix) ? freePrefix.slice(0, -1) : header;
}

function bodyToCast(profiled: Profiled, headers: readonly UnknownOptIn[]): BodyToCast {
  const { surface, context, request, caller, grant, body } = profiled;
  const map = mapOf(surface);
  const isKept = context !== null || request.memory?.isStored === true;
  const { tenant_id: tenantId, user_id: userId, key_id: keyId } = caller.key;
  return {
    map,
    surface: surface.name,
    body,
    items: context === null ? [] : [...context.history, ...context.referenced.values()],
    fixed: headers.map((each) => ({ text: each.text, path: shownHeader(each), isAddress: true })),
    earlier: [...new Set(context?.mappings)],
    kind: isKept ? 'stored' : map.isCompared === true ? 'comparable' : 'repeated',
    whose: { tenantId, userId, keyId },
    required: grant.piiRequirements,
    isStoppedByEncoded: !everyMember(profiled).some(({ target }) => target.isTrusted),
  };
}

async function castWith(casting: BodyCasting, given: BodyToCast): Promise<CastBody | EncodedBody> {
  try {
    return await casting.cast(given);
  } catch (error) {
    if (error instanceof PiiMappingLost) throw mappingLost(error);
    if (error instanceof TooManyTexts) throw tooMany(error);
    if (error instanceof EqualNames) throw equalNames();
    throw error instanceof PiiEngineUnavailable
      ? new GatewayError('pii_engine_unavailable', { cause: error })
      : engineFault(error);
  }
}

function mappingLost(cause: PiiMappingLost): GatewayError {
  return new GatewayError('context_incompatible', {
    detail: 'The placeholders of earlier turns can no longer be restored.',
    cause,
  });
}

/** Data in base64 where no protocol has any: it may be a picture. */
function unreadable(path: string): GatewayError {
  return notInspectable(path, 'contains base64, which cannot be checked for personal data');
}

/** Personal data in a place that cannot be changed. */
function unfitting(path: string): GatewayError {
  const isName = path.endsWith('~');
  const what = 'contains personal data and cannot be changed';
  return isName ? unfitName(path.slice(0, -1), what) : notInspectable(path, what);
}

/** A path of names as protocols have them. Any other may contain personal data. */
const plainPath = /^(?:[A-Za-z$_-]{1,64}\d{0,2}(?:\[\d+\])*(?:\.(?!$)|$))+$/;

function notInspectable(path: string, what: string): GatewayError {
  const isPlain = plainPath.test(path);
  const detail = `${isPlain ? `\`${path}\`` : 'A member'} ${what}.`;
  return new GatewayError('input_not_inspectable', { detail, ...(isPlain && { param: path }) });
}

/** `holder`: the path of the object that has the member. */
function unfitName(holder: string, what: string): GatewayError {
  const isPlain = plainPath.test(holder);
  return new GatewayError('input_not_inspectable', {
    detail: `The name of a member${isPlain ? ` of \`${holder}\`` : ''} ${what}.`,
    next: 'Rename the member, or ask the operator for a model that is trusted with such data.',
    ...(isPlain && { param: holder }),
  });
}

/** Keeps the trusted targets only. Raises `error()` when there is none. */
function withTrusted(profiled: Profiled, error: () => GatewayError): Profiled {
  return withoutFaulty(profiled, 'personal_data', ({ isTrusted }) => (isTrusted ? null : error()));
}

/** The caller's own body was parsed without a fault, so a fault now is the engine's. */
function parseCast(surface: Surface, body: Buffer): Cast['request'] {
  try {
    return surface.parse(body);
  } catch (error) {
    throw engineFault(error);
  }
}

function tooMany({ message }: TooManyTexts): GatewayError {
  return new GatewayError('json_too_many_values', {
    detail: `This caller needs protection of personal data, and the request has ${message}.`,
    next: 'Split the request.',
  });
}

function equalNames(): GatewayError {
  return new GatewayError('invalid_value', {
    detail: 'The names of two members of one object are two spellings of the same personal data.',
    next: 'Rename one of the two members.',
  });
}

function engineFault(error: unknown): GatewayError {
  return new GatewayError('pii_engine_unavailable', { cause: wordlessError(error) });
}

/** The recalled context with other texts in it. */
function castContext({ history, referenced, ...context }: RecalledContext, items: readonly Buffer[]): RecalledContext {
  const names = [...referenced.keys()];
  return {
    ...context,
    history: items.slice(0, history.length),
    referenced: new Map(items.slice(history.length).map((item, place) => [names[place] ?? '', item])),
  };
}
