import { withCitations, withCitationsAgain } from '../personal-data/with-citations.ts';
import {
  openingIn,
  textsAt,
  textsOfBody,
  textsOfItems,
  type BodyTexts,
  type ItemTexts,
} from '../personal-data/body-texts.ts';
import { withDocuments } from '../personal-data/with-documents.ts';
import { hostsIn } from '../personal-data/placeholders/named-host.ts';
import { restoredBody } from '../personal-data/restored-body.ts';
import type { PiiEntity } from '../personal-data/pii-kinds.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';
import type {
  BodyCasting,
  BodyConversation,
  BodyPlace,
  BodyThreads,
  BodyToCast,
  CastBody,
  CastOutcome,
  EncodedBody,
} from '../ports/body-casting.ts';
import {
  PiiMappingLost,
  type CastRequest,
  type PiiEngine,
  type RecalledConversation,
  type Whose,
} from '../ports/pii-engine.ts';

/** Longer work is done in another thread, characters: what this thread does for a body in one piece takes milliseconds. */
const shortMax = 16_384;

/** What the engine does with texts, done with bodies. `threads`: where long ones go; `null`: none does. */
export function createBodyCasting(engine: PiiEngine, threads: BodyThreads | null): BodyCasting {
  const awayFor = (length: number): BodyThreads | null => (length > shortMax ? threads : null);
  return {
    async cast(given) {
      const away = awayFor(lengthOf(given));
      const { whose } = given;
      const cast = away === null ? await castBody(given, engine) : await castAway(given, away, engine);
      if (cast.kind === 'encoded') return cast;
      const { back, ...rest } = cast;
      return { ...rest, conversation: new Conversation(cast, { back, awayFor, whose }) };
    },
    async restore(mapping, place, whose) {
      const away = awayFor(mapping.length + place.body.length);
      if (away !== null) return (await away.restore(mapping, place, whose)).body;
      return restoreBody(place, await engine.recall(mapping, whose));
    },
  };
}

function lengthOf({ body, items, earlier }: BodyToCast): number {
  return [body, ...items, ...earlier].reduce((sum, each) => sum + (each?.length ?? 0), 0);
}

interface ConversationBy {
  readonly back: RecalledConversation;
  readonly awayFor: (length: number) => BodyThreads | null;
  readonly whose: Whose;
}

class Conversation implements BodyConversation {
  readonly counts: ReadonlyMap<PiiEntity, number>;
  readonly mapping: string;
  readonly kept: ReadonlyMap<PiiEntity, number>;
  readonly restorer: TextRestorer;
  readonly #by: ConversationBy;

  constructor({ counts, mapping }: CastOutcome, by: ConversationBy) {
    this.counts = counts;
    this.mapping = mapping;
    this.kept = by.back.kept.counts;
    this.restorer = by.back;
    this.#by = by;
  }

  async sweep(map: TextMap, body: Buffer): Promise<readonly PiiEntity[]> {
    const { back, awayFor, whose } = this.#by;
    const away = awayFor(this.mapping.length + body.length);
    return await (away?.sweep(this.mapping, { map, body }, whose) ?? sweepBody({ map, body }, back));
  }

  async restore(place: BodyPlace): Promise<Buffer> {
    const { back, awayFor, whose } = this.#by;
    const away = awayFor(place.body.length);
    if (away === null) return restoreBody(place, back);
    const { body, kept } = await away.restore(this.mapping, place, whose);
    for (const value of kept) back.kept.add(value);
    return body;
  }
}

/** A cast body, and the conversation in this thread. */
type CastHere = Omit<CastBody, 'conversation'> & CastOutcome & { readonly back: RecalledConversation };

async function castAway(given: BodyToCast, away: BodyThreads, engine: PiiEngine): Promise<CastHere | EncodedBody> {
  const cast = await away.cast(given);
  return cast.kind === 'encoded' ? cast : { ...cast, back: await engine.recall(cast.mapping, given.whose) };
}

/** See {@link BodyCasting.cast}. */
export async function castBody(given: BodyToCast, engine: PiiEngine): Promise<CastHere | EncodedBody> {
  const { map, items } = given;
  const texts = textsIn(given);
  const encoded = texts.own.encoded[0] ?? texts.history?.encoded[0] ?? null;
  if (encoded !== null && given.isStoppedByEncoded) return { kind: 'encoded', path: encoded };
  const asked = castRequest(given, texts);
  const back = await engine.cast(asked);
  if (back.texts.length !== asked.texts.length) throw new RangeError('another number of texts');
  const own = texts.own.texts.length;
  const body = texts.own.with(back.texts.slice(0, own));
  const history = texts.history === null ? [] : texts.history.with(back.texts.slice(own));
  return {
    kind: 'cast',
    ...withCitations(map, body, back),
    items: withCitationsAgain(map, { was: items, now: history }, back),
    encoded,
    unfit: back.unfit[0] ?? null,
    counts: back.counts,
    mapping: back.mapping,
    back,
  };
}

/** See {@link BodyConversation.sweep}. */
export async function sweepBody(
  { map, body }: Pick<BodyPlace, 'map' | 'body'>,
  back: RecalledConversation,
): Promise<readonly PiiEntity[]> {
  return await back.sweep(textsOfBody(map.request, body).texts);
}

/** See {@link BodyConversation.restore}. */
export function restoreBody({ map, part, body, documents }: BodyPlace, back: TextRestorer): Buffer {
  const citations = part === 'refusal' ? undefined : map.citations?.[part];
  return restoredBody({ shape: map[part], citations }, body, withDocuments(back, documents));
}

interface Texts {
  readonly own: BodyTexts;
  /** Texts of earlier turns, which may contain what is only now known to be personal data. `null`: there are none. */
  readonly history: ItemTexts | null;
  /** Hosts that the caller's program names. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts that the texts of its user name, in messages of theirs. */
  readonly userHosts: ReadonlySet<string>;
  /** The first words of a person; `null` when there are none. */
  readonly opening: string | null;
}

function textsIn({ map, body, items }: BodyToCast): Texts {
  const own = textsOfBody(map.request, body);
  const hosts = hostsIn(textsAt(map.instructions, body).map(({ text }) => text));
  const ofUser = textsAt(map.opening, body);
  const userHosts = hostsIn(ofUser.map(({ text }) => text));
  const history = items.length === 0 ? null : textsOfItems(map.request, items);
  return { own, history, hosts, userHosts, opening: openingIn(ofUser) };
}

function castRequest(given: BodyToCast, { own, history, hosts, userHosts, opening }: Texts): CastRequest {
  const { tenantId, userId, keyId } = given.whose;
  return {
    surface: given.surface,
    texts: [...own.texts, ...(history?.texts ?? [])],
    fixed: [...own.fixed, ...(history?.fixed ?? []), ...given.fixed],
    formats: new Set([...own.formats, ...(history?.formats ?? [])]),
    hosts,
    userHosts,
    // Without one its placeholders could never be restored.
    earlier: given.earlier.map((mapping) => mapping ?? lost()),
    origin: { kind: given.kind, tenantId, userId, opening },
    required: given.required,
    sharer: { tenantId, keyId },
  };
}

function lost(): never {
  throw new PiiMappingLost('the mapping of an earlier turn is gone');
}
