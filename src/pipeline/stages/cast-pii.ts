import {
  EqualNames,
  bodyOfItems,
  itemsOfBody,
  openingIn,
  textsAt,
  textsOfBody,
  textsOfItems,
  type BodyTexts,
  type ItemTexts,
} from '../../personal-data/body-texts.ts';
import { hostsIn } from '../../personal-data/placeholders/named-host.ts';
import { shownCounts } from '../../personal-data/placeholders/shown-counts.ts';
import { CitedDocuments, documentsIn } from '../../personal-data/cited-documents.ts';
import { citedEdits, recitedEdits } from '../../personal-data/cited-edits.ts';
import type { TextRestorer } from '../../personal-data/text-restorer.ts';
import { TooManyTexts } from '../../personal-data/too-many-texts.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import type { TextMap } from '../../personal-data/text-map.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import type { WorkInParts } from '../../personal-data/work-in-parts.ts';
import { freePrefix, unknownOptIns, type UnknownOptIn } from '../../protocols/requests/opt-ins.ts';
import { GatewayError } from '../../errors.ts';
import { isProtected } from '../../domain/policy.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import {
  PiiEngineUnavailable,
  PiiMappingLost,
  type CastConversation,
  type CastRequest,
  type PiiEngine,
} from '../../ports/pii-engine.ts';
import type { CastTelemetry } from '../../ports/telemetry.ts';
import { doneInTurns } from '../../ports/done-in-turns.ts';
import type { TextSharer } from '../../ports/work-turns.ts';
import { withoutFaulty } from '../selection/route-options.ts';
import type { Cast, Profiled, RecalledContext, Surface } from '../records.ts';

export interface CastPiiDeps {
  /** `null` when none is configured. */
  readonly piiEngine: PiiEngine | null;
  readonly castTelemetry: CastTelemetry;
}

/**
 * Replaces personal data with placeholders, for a caller who needs it. Raises 503 when that fails: such a request is
 * never forwarded uncast. Raises 400 for input that cannot be inspected or changed, unless a target is trusted with it.
 * Raises 409 when earlier turns were protected differently, or their placeholders cannot be restored any more: they are
 * neither cast anew nor sent uncast.
 */
export function castPii(profiled: Profiled, { piiEngine, castTelemetry }: CastPiiDeps): Cast | Promise<Cast> {
  const { request, context } = profiled;
  const needsCasting = isProtected(profiled);
  if (context !== null && context.binding.isCast !== needsCasting) {
    throw new GatewayError('context_incompatible', {
      detail: 'Protection of personal data was switched on or off after the answer that this request continues.',
    });
  }
  if (!needsCasting) return { ...profiled, conversation: null, documents: [] };
  // Images, audio, files, token ids and spoken text cannot be inspected.
  const eligible =
    request.input.castable === 'all'
      ? profiled
      : withTrusted(profiled, () => new GatewayError('input_not_inspectable'));
  if (request.input.castable === 'none') return { ...eligible, conversation: null, documents: [] };
  if (piiEngine === null) throw notConfigured();
  return castBy(piiEngine, eligible, castTelemetry);
}

/** Waiting does not help here: only a restart with another configuration brings an engine. */
function notConfigured(): GatewayError {
  return new GatewayError('pii_engine_unavailable', {
    detail: 'This caller needs protection of personal data, which this gateway is not configured for.',
    next: 'Ask the operator to configure `personal_data`, or to switch the protection off for this person and their policies.',
    shouldRetry: false,
  });
}

async function castBy(piiEngine: PiiEngine, profiled: Profiled, castTelemetry: CastTelemetry): Promise<Cast> {
  const { surface, context, caller } = profiled;
  const sharer = sharerOf(caller.key);
  const headers = unknownOptIns(profiled.protocolHeaders);
  const texts = await found(textsIn(profiled), sharer);
  const readable = withReadable(withWords(profiled, headers), texts);
  const conversation = await castTexts(castRequest(profiled, { ...texts, headers }), piiEngine);
  const fit = withFitting(readable, conversation);
  const ownTexts = conversation.texts.slice(0, texts.own.texts.length);
  const earlierTexts = conversation.texts.slice(ownTexts.length);
  const castHistory = async ({ items, with: write }: EarlierTexts, cast: readonly string[]) =>
    withCitationsAgain(mapOf(surface), { was: items, now: await written(write(cast), sharer) }, conversation);
  const cast = {
    ...parseCast(surface, conversation, await written(texts.own.with(ownTexts), sharer)),
    context:
      context === null || texts.history === null
        ? context
        : castContext(context, await castHistory(texts.history, earlierTexts)),
  };
  castTelemetry.personalDataCast(conversation.counts);
  profiled.client.announce('x-waybill-pii', shownCounts(conversation));
  return { ...fit, ...cast, conversation };
}

interface Texts {
  readonly own: BodyTexts;
  /** Texts of earlier turns, which may contain what is only now known to be personal data. `null`: there are none. */
  readonly history: EarlierTexts | null;
  /** Hosts that the caller's program names. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts that the texts of its user name, in messages of theirs. */
  readonly userHosts: ReadonlySet<string>;
  /** The first words of a person; `null` when there are none. */
  readonly opening: string | null;
}

interface EarlierTexts extends ItemTexts {
  /** As they are stored. */
  readonly items: readonly Buffer[];
}

function* textsIn({ body, surface, context }: Profiled): WorkInParts<Texts> {
  const map = mapOf(surface);
  const own = yield* textsOfBody(map.request, body);
  const hosts = yield* hostsIn((yield* textsAt(map.instructions, body)).map(({ text }) => text));
  const ofUser = yield* textsAt(map.opening, body);
  const userHosts = yield* hostsIn(ofUser.map(({ text }) => text));
  const opening = openingIn(ofUser);
  if (context === null) return { own, history: null, hosts, userHosts, opening };
  const items = [...context.history, ...context.referenced.values()];
  return { own, history: { ...(yield* textsOfItems(map.request, items)), items }, hosts, userHosts, opening };
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

interface SearchedTexts extends Texts {
  readonly headers: readonly UnknownOptIn[];
}

function castRequest(
  profiled: Profiled,
  { own, history, hosts, userHosts, opening, headers }: SearchedTexts,
): CastRequest {
  const { surface, context, request, caller, grant } = profiled;
  const { isCompared = false } = mapOf(surface);
  const isKept = context !== null || request.memory?.isStored === true;
  return {
    surface: surface.name,
    texts: [...own.texts, ...(history?.texts ?? [])],
    fixed: [
      ...own.fixed,
      ...(history?.fixed ?? []),
      ...headers.map((each) => ({ text: each.text, path: shownHeader(each), isAddress: true })),
    ],
    formats: new Set([...own.formats, ...(history?.formats ?? [])]),
    hosts,
    userHosts,
    earlier: earlierMappings(context),
    origin: {
      kind: isKept ? 'stored' : isCompared ? 'comparable' : 'repeated',
      tenantId: caller.key.tenant_id,
      userId: caller.key.user_id,
      opening,
    },
    required: grant.piiRequirements,
    sharer: sharerOf(caller.key),
  };
}

/** Raises 409 when a mapping is gone: its placeholders could never be restored. */
function earlierMappings(context: RecalledContext | null): readonly string[] {
  if (context === null) return [];
  return [...new Set(context.mappings)].map((mapping) => {
    if (mapping !== null) return mapping;
    throw mappingLost();
  });
}

function mappingLost(cause?: unknown): GatewayError {
  return new GatewayError('context_incompatible', {
    detail: 'The placeholders of earlier turns can no longer be restored.',
    cause,
  });
}

async function castTexts(request: CastRequest, piiEngine: PiiEngine): Promise<CastConversation> {
  try {
    const conversation = await piiEngine.cast(request);
    if (conversation.texts.length === request.texts.length) return conversation;
  } catch (error) {
    if (error instanceof PiiMappingLost) throw mappingLost(error);
    if (error instanceof TooManyTexts) throw tooMany(error);
    const cause = error instanceof PiiEngineUnavailable ? error : wordlessError(error);
    throw new GatewayError('pii_engine_unavailable', { cause });
  }
  throw new GatewayError('pii_engine_unavailable', { cause: new RangeError('another number of texts') });
}

/** Raises 400 for data in base64 where no protocol has any, unless a target is trusted: it may be a picture. */
function withReadable(profiled: Profiled, { own, history }: Texts): Profiled {
  const path = own.encoded[0] ?? history?.encoded[0];
  if (path === undefined) return profiled;
  const what = 'contains base64, which cannot be checked for personal data';
  return withTrusted(profiled, () => notInspectable(path, what));
}

/** Raises 400 for personal data in a place that cannot be changed, unless a target is trusted. */
function withFitting(profiled: Profiled, { unfit: [path] }: CastConversation): Profiled {
  if (path === undefined) return profiled;
  const isName = path.endsWith('~');
  const what = 'contains personal data and cannot be changed';
  return withTrusted(profiled, () => (isName ? unfitName(path.slice(0, -1), what) : notInspectable(path, what)));
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
function parseCast(
  surface: Surface,
  conversation: CastConversation,
  castBody: Buffer,
): Pick<Cast, 'request' | 'documents'> {
  try {
    const { body, documents } = withCitations(mapOf(surface), castBody, conversation);
    return { request: surface.parse(body), documents };
  } catch (error) {
    throw engineFault(error);
  }
}

/** Raises 400 for more than is ever read. */
async function found<Found>(finding: WorkInParts<Found>, sharer: TextSharer): Promise<Found> {
  try {
    return await doneInTurns(finding, sharer);
  } catch (error) {
    throw error instanceof TooManyTexts ? tooMany(error) : error;
  }
}

function tooMany({ message }: TooManyTexts): GatewayError {
  return new GatewayError('json_too_many_values', {
    detail: `This caller needs protection of personal data, and the request has ${message}.`,
    next: 'Split the request.',
  });
}

/** Raises 400 when two names of one object are the same value: its placeholder cannot stand for both. */
async function written<Written>(writing: WorkInParts<Written>, sharer: TextSharer): Promise<Written> {
  try {
    return await doneInTurns(writing, sharer);
  } catch (error) {
    if (!(error instanceof EqualNames)) throw engineFault(error);
    throw new GatewayError('invalid_value', {
      detail: 'The names of two members of one object are two spellings of the same personal data.',
      next: 'Rename one of the two members.',
    });
  }
}

function engineFault(error: unknown): GatewayError {
  return new GatewayError('pii_engine_unavailable', { cause: wordlessError(error) });
}

/** A cast body whose citations count in the texts as they were cast, and the documents in it. */
function withCitations({ citations }: TextMap, body: Buffer, restorer: TextRestorer) {
  if (citations === undefined) return { body, documents: [] };
  const documents = citations.documents === undefined ? [] : documentsIn(citations.documents, body);
  // Citations by position always have such a member.
  const object = body.includes('_index"') ? scanJsonObject(body, alreadyRead) : null;
  if (object === null || object.kind === 'json_fault') return { body, documents };
  const cited = { ...restorer, documents: new CitedDocuments(documents, restorer) };
  const edits = citedEdits(citations.request, object, { restorer: cited, direction: 'before' });
  return { body: editedJsonText(object, edits), documents };
}

/** Items of earlier turns whose citations count in the texts as they are cast now. */
function withCitationsAgain(
  { citations }: TextMap,
  { was, now }: { readonly was: readonly Buffer[]; readonly now: readonly Buffer[] },
  restorer: TextRestorer,
): readonly Buffer[] {
  const map = citations?.request;
  if (map === undefined) return now;
  return now.map((item, place) => {
    const kept = was[place];
    if (kept === undefined || kept.equals(item) || !item.includes('_index"')) return item;
    const before = scanJsonObject(bodyOfItems([kept]), alreadyRead);
    const after = scanJsonObject(bodyOfItems([item]), alreadyRead);
    if (before.kind === 'json_fault' || after.kind === 'json_fault') return item;
    const [recited] = itemsOfBody(editedJsonText(after, recitedEdits(map, { was: before, now: after }, restorer)));
    return recited ?? item;
  });
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
