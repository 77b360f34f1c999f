import { setTimeout as delay } from 'node:timers/promises';
import type { BodyText } from '../personal-data/body-texts.ts';
import {
  isGradeAtLeast,
  piiEntities,
  type PiiEntity,
  type PiiLanguage,
  type PiiRequirements,
} from '../personal-data/pii-kinds.ts';
import type { AnalysedText } from '../personal-data/casting/cast-texts.ts';
import type { FoundSpan } from '../personal-data/casting/known-values.ts';
import type { Knows } from '../personal-data/casting/lookalikes.ts';
import { veiled } from '../personal-data/casting/known-spans-left.ts';
import { PiiDetectorUnavailable, type PiiDetector, type PiiSpan } from '../ports/pii-detector.ts';
import { PiiEngineUnavailable } from '../ports/pii-engine.ts';
import type { DetectorTelemetry } from '../ports/telemetry.ts';
import { languagesOfText } from '../personal-data/text-languages.ts';
import { wordlessError } from '../personal-data/wordless-error.ts';
import { AnalysisCache } from './analysis-cache.ts';

export interface UsedDetector {
  readonly detector: PiiDetector;
  /** A request whose requirements the others meet does without it. */
  readonly isOptional: boolean;
  /** Below this, what it says of a kind does not count; a kind that is not named: 0. */
  readonly leastScores: Readonly<Partial<Record<PiiEntity, number>>>;
}

export interface TextAnalysisOptions {
  /**
   * The first one looks once more through what was cast: rules that need no other process. It is not optional, and asked in
   * every language; the others in those of each text.
   */
  readonly detectors: readonly [UsedDetector, ...UsedDetector[]];
  /** Languages that texts may be in. All of them count where a text does not tell its own. */
  readonly languages: readonly PiiLanguage[];
  /** What every caller who needs protection requires. */
  readonly required: PiiRequirements;
  /** The same of texts in one language, besides. */
  readonly requiredIn?: Readonly<Partial<Record<PiiLanguage, PiiRequirements>>>;
  /** How long detectors may take for one request, milliseconds. */
  readonly deadlineMs: number;
  /** Texts of which it is remembered what was found in them. */
  readonly cacheTextsMax: number;
  readonly telemetry?: DetectorTelemetry;
}

/** What was found in one text. */
interface Found {
  readonly spans: readonly FoundSpan[];
  /** Whoever was asked answered, in every language: what was found can be remembered. */
  readonly isWhole: boolean;
}

/** Of a detector that does not answer, and need not. */
const notAnswered: Found = { spans: [], isWhole: false };

interface Context {
  /** Whose texts they are: what is remembered is remembered for them alone. */
  readonly whose: string;
  readonly required: PiiRequirements;
}

/** Kinds that rules tell by their form: names and addresses only look like words. */
const ruledEntities = piiEntities.filter((entity) => entity !== 'PERSON' && entity !== 'ADDRESS');

/** Asks the detectors, once for each text, and unites what they say. */
export class TextAnalysis {
  readonly #options: TextAnalysisOptions;
  readonly #cache: AnalysisCache<readonly FoundSpan[]>;
  readonly #languages: AnalysisCache<readonly PiiLanguage[]>;

  constructor(options: TextAnalysisOptions) {
    this.#options = options;
    this.#cache = new AnalysisCache(options.cacheTextsMax);
    this.#languages = new AnalysisCache(options.cacheTextsMax);
  }

  /**
   * Raises `PiiEngineUnavailable` where no detector finds one of the kinds well enough in one of the languages of the texts;
   * in all languages where one of them does not tell its own.
   */
  assertCovered(texts: readonly BodyText[], required: PiiRequirements): void {
    this.#assertCovered(texts.map(shownText), required, this.#options.detectors);
  }

  #assertCovered(texts: readonly string[], required: PiiRequirements, detectors: readonly UsedDetector[]): void {
    const { languages: all, required: always, requiredIn = {} } = this.#options;
    const languages = new Set(texts.length === 0 ? all : texts.flatMap((text) => this.#languagesOf(text)));
    for (const language of languages) {
      for (const requirements of [always, requiredIn[language] ?? {}, required]) {
        const missing = unmet(requirements, { detectors, language });
        if (missing !== undefined) throw new PiiEngineUnavailable(`no detector finds ${missing} in ${language}`);
      }
    }
  }

  /** All of them where a text does not tell its own, or is in one that nobody has configured: the strictest set counts then. */
  #languagesOf(text: string): readonly PiiLanguage[] {
    const digest = this.#languages.digest([text]);
    const known = this.#languages.get(digest);
    if (known !== undefined) return known;
    const { languages } = this.#options;
    const told = languagesOfText(text);
    const found = told?.every((each) => languages.includes(each)) === true ? told : languages;
    this.#languages.set(digest, found);
    return found;
  }

  /** As many as came in. Raises `PiiEngineUnavailable`. */
  async analyse(texts: readonly BodyText[], { whose, required }: Context): Promise<readonly AnalysedText[]> {
    return await this.#remembered(texts, { how: 'all', whose }, async (asked) => {
      const [rules, ...others] = this.#options.detectors;
      const answers = await Promise.all([
        this.#ask(rules, asked, { languages: this.#options.languages }),
        ...others.map((used) => this.#askByLanguage(used, asked)),
      ]);
      return asked.map((text, place) => {
        const found = answers.map((answer) => answer[place] ?? notAnswered);
        const healthy = this.#options.detectors.filter((_, which) => found[which]?.isWhole === true);
        const isWhole = healthy.length === found.length;
        if (!isWhole) this.#assertCovered([text], required, healthy);
        return { spans: found.flatMap(({ spans }) => spans), isWhole };
      });
    });
  }

  /** By the rules alone, beside the placeholders that `knows` tells. Raises `PiiEngineUnavailable`. */
  async analyseCast(
    texts: readonly BodyText[],
    { whose, knows }: { readonly whose: string; readonly knows: Knows },
  ): Promise<readonly AnalysedText[]> {
    const [rules] = this.#options.detectors;
    const hidden = texts.map((text) => ({ ...text, text: veiled(text.text, knows) }));
    const { languages } = this.#options;
    const found = await this.#remembered(
      hidden,
      { how: 'rules', whose },
      async (asked) => await this.#ask(rules, asked, { languages, entities: ruledEntities }),
    );
    return found.map((each, place) => ({ ...each, text: texts[place]?.text ?? '' }));
  }

  async #remembered(
    texts: readonly BodyText[],
    { how, whose }: { readonly how: 'all' | 'rules'; readonly whose: string },
    analyse: (asked: readonly string[]) => Promise<readonly Found[]>,
  ): Promise<readonly AnalysedText[]> {
    const shown = texts.map(shownText);
    const digests = shown.map((text) => this.#cache.digest([how, whose, text]));
    const known = new Map(digests.map((digest) => [digest, this.#cache.get(digest)] as const));
    const asked = new Map(digests.flatMap((digest, place) => (known.get(digest) ? [] : [[digest, place] as const])));
    if (asked.size > 0) {
      const askedTexts = [...asked.values()].map((place) => shown[place] ?? '');
      const found = await analyse(askedTexts);
      for (const [index, digest] of [...asked.keys()].entries()) {
        const { spans, isWhole } = found[index] ?? notAnswered;
        known.set(digest, spans);
        if (!isWhole) continue;
        this.#cache.set(digest, spans);
        // The rules have seen it as well, and found nothing.
        const text = askedTexts[index] ?? '';
        if (how === 'all' && spans.length === 0) this.#cache.set(this.#cache.digest(['rules', whose, text]), spans);
      }
    }
    return texts.map((text, place) => analysedText(text, known.get(digests[place] ?? '') ?? []));
  }

  /** The same as {@link #ask}, each text in its own languages: as many calls as there are sets of them. */
  async #askByLanguage(used: UsedDetector, texts: readonly string[]): Promise<readonly Found[]> {
    const places = Map.groupBy(texts.keys(), (place) => this.#languagesOf(texts[place] ?? '').join());
    const found: Found[] = texts.map(() => notAnswered);
    const asking = [...places.values()].map(async (its) => {
      const languages = this.#languagesOf(texts[its[0] ?? 0] ?? '');
      const asked = its.map((place) => texts[place] ?? '');
      const answer = await this.#askAll(used, asked, languages);
      for (const [index, place] of its.entries()) found[place] = answer[index] ?? notAnswered;
    });
    await Promise.all(asking);
    return found;
  }

  /** Where it does not answer for all of the languages, and need not, what it finds in those that it has counts. */
  async #askAll(
    used: UsedDetector,
    texts: readonly string[],
    languages: readonly PiiLanguage[],
  ): Promise<readonly Found[]> {
    const end = performance.now() + this.#options.deadlineMs;
    const answer = await this.#ask(used, texts, { languages });
    const left = end - performance.now();
    if (languages.length === 1 || left <= 0 || !answer.includes(notAnswered)) return answer;
    const each = await Promise.all(
      languages.map((language) => this.#ask(used, texts, { languages: [language], deadlineMs: left })),
    );
    return texts.map((_, place) => ({ spans: each.flatMap((its) => its[place]?.spans ?? []), isWhole: false }));
  }

  /** As many as texts. Raises `PiiEngineUnavailable` where one that is not optional does not answer. */
  async #ask(
    { detector, isOptional, leastScores }: UsedDetector,
    texts: readonly string[],
    { languages, entities = piiEntities, deadlineMs = this.#options.deadlineMs }: AskedFor,
  ): Promise<readonly Found[]> {
    const { telemetry } = this.#options;
    const ending = new AbortController();
    const began = performance.now();
    const tell = (hasAnswered: boolean, error?: unknown): void => {
      const milliseconds = performance.now() - began;
      telemetry?.detectorAsked({ detector: detector.name, hasAnswered, milliseconds }, error);
    };
    try {
      const asking = detector.detect(texts, { entities, languages, deadlineMs, signal: ending.signal });
      const answer = await Promise.race([asking, late(deadlineMs, ending.signal)]);
      assertAnswer(answer, texts);
      tell(true);
      return answer.map((spans) => ({
        spans: spans.filter(({ entity, score }) => score >= (leastScores[entity] ?? 0)),
        isWhole: true,
      }));
    } catch (error) {
      tell(false, error);
      if (isOptional) return texts.map(() => notAnswered);
      const cause = error instanceof PiiDetectorUnavailable ? error : wordlessError(error);
      throw new PiiEngineUnavailable(`${detector.name} does not answer`, { cause });
    } finally {
      ending.abort();
    }
  }
}

interface AskedFor {
  readonly languages: readonly PiiLanguage[];
  readonly entities?: readonly PiiEntity[];
  /** Milliseconds; absent: as configured. */
  readonly deadlineMs?: number;
}

/** A kind that no detector finds well enough in a language. */
function unmet(
  requirements: PiiRequirements,
  { detectors, language }: { readonly detectors: readonly UsedDetector[]; readonly language: PiiLanguage },
): PiiEntity | undefined {
  return piiEntities.find((entity) => {
    const least = requirements[entity];
    if (least === undefined) return false;
    return !detectors.some(({ detector }) => {
      const grade = detector.capabilities()[language]?.[entity];
      return grade !== undefined && isGradeAtLeast(grade, least);
    });
  });
}

async function late(deadlineMs: number, signal: AbortSignal): Promise<never> {
  await delay(deadlineMs, undefined, { signal });
  throw new PiiDetectorUnavailable(`no answer within ${deadlineMs} ms`);
}

/** A detector that says something else than it was asked knows nothing. */
function assertAnswer(answer: readonly (readonly PiiSpan[])[], texts: readonly string[]): void {
  if (!Array.isArray(answer) || answer.length !== texts.length)
    throw new PiiDetectorUnavailable('another number of texts');
  for (const [place, spans] of answer.entries()) {
    const length = texts[place]?.length ?? 0;
    for (const { start, end, entity, score } of spans) {
      const isSpan = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;
      if (!isSpan || !piiEntities.includes(entity) || !(score > 0))
        throw new PiiDetectorUnavailable('a span of no text');
    }
  }
}

/** Behind the name of its member, a value says more: `{"tel": 393471234567}`. */
function shownText({ text, label }: BodyText): string {
  return label === undefined ? text : `${label}: ${text}`;
}

function analysedText(shown: BodyText, spans: readonly FoundSpan[]): AnalysedText {
  const { text, label, isNumber = false } = shown;
  const before = label === undefined ? 0 : label.length + 2;
  const own = spans.flatMap(({ start, end, entity }) => {
    if (end <= before) return [];
    const from = isNumber ? 0 : Math.max(0, start - before);
    return [{ start: from, end: isNumber ? text.length : end - before, entity }];
  });
  return { text, spans: own, isNumber };
}
