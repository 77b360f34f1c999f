import { setTimeout as delay } from 'node:timers/promises';
import type { BodyText } from '../personal-data/body-texts.ts';
import {
  isGradeAtLeast,
  piiEntities,
  type PiiEntity,
  type PiiLanguage,
  type PiiRequirements,
} from '../personal-data/pii-kinds.ts';
import type { AnalysedText } from '../personal-data/placeholders/cast-parts.ts';
import type { FoundSpan } from '../personal-data/placeholders/known-values.ts';
import { veiled } from '../personal-data/placeholders/known-spans-left.ts';
import type { Knows } from '../personal-data/placeholders/lookalikes.ts';
import { PiiDetectorUnavailable, type PiiDetector, type PiiSpan } from '../ports/pii-detector.ts';
import { PiiEngineUnavailable } from '../ports/pii-engine.ts';
import type { DetectorTelemetry } from '../ports/telemetry.ts';
import type { TextSharer } from '../ports/done-in-turns.ts';
import { languagesOfText } from '../personal-data/text-languages.ts';
import { TooManyTexts } from '../personal-data/too-many-texts.ts';
import { wordlessError } from '../personal-data/wordless-error.ts';
import { AnalysisCache } from './analysis-cache.ts';
import { analysedText, shownText } from './shown-text.ts';
import { readingsOf, readingTexts, withReadings } from './text-readings.ts';

export interface UsedDetector {
  readonly detector: PiiDetector;
  /** A request whose requirements the other detectors meet goes on without it. */
  readonly isOptional: boolean;
  /** Lower scores of a kind are ignored; the default is 0. */
  readonly leastScores: Readonly<Partial<Record<PiiEntity, number>>>;
}

export interface TextAnalysisOptions {
  /**
   * The first detector also searches cast texts, so it consists of rules that need no other process. It is not optional
   * and is asked in every language; the others are asked in the languages of each text.
   */
  readonly detectors: readonly [UsedDetector, ...UsedDetector[]];
  /** Languages that texts may have. A text of unknown language counts for all of them. */
  readonly languages: readonly PiiLanguage[];
  /** The requirements of every caller who needs protection. */
  readonly required: PiiRequirements;
  /** Additional requirements for texts in one language. */
  readonly requiredIn?: Readonly<Partial<Record<PiiLanguage, PiiRequirements>>>;
  /** Time limit of the detectors for one request, milliseconds. */
  readonly deadlineMs: number;
  /** How many analysed texts are remembered. */
  readonly cacheTextsMax: number;
  readonly telemetry?: DetectorTelemetry;
}

/** What was found in one text. */
interface Found {
  readonly spans: readonly FoundSpan[];
  /** Every detector asked has answered, in every language: the result can be remembered. */
  readonly isWhole: boolean;
}

/** The result of an optional detector that did not answer. */
const notAnswered: Found = { spans: [], isWhole: false };

interface Context {
  /** The owner of the texts. Results are remembered for this owner only. */
  readonly whose: string;
  readonly sharer: TextSharer;
  readonly required: PiiRequirements;
}

/** What is looked for in every text. */
const personalEntities = piiEntities.filter((entity) => entity !== 'SECRET');

/** Kinds that rules recognise by form. Names and addresses look like ordinary words. */
const ruledEntities = personalEntities.filter((entity) => entity !== 'PERSON' && entity !== 'ADDRESS');

/** Asks the detectors, once for each text, and unites their findings. */
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
   * Raises `PiiEngineUnavailable` when no detector finds a required kind well enough in one of the languages of the
   * texts; in all languages when one text's language is unknown.
   */
  assertCovered(texts: readonly BodyText[], { required }: Pick<Context, 'required'>): void {
    const sets = texts.map((text) => this.#languagesOf(shownText(text)));
    const languages = new Set(texts.length === 0 ? this.#options.languages : sets.flat());
    this.#assertCovered(languages, required, this.#options.detectors);
  }

  #assertCovered(
    languages: Iterable<PiiLanguage>,
    required: PiiRequirements,
    detectors: readonly UsedDetector[],
  ): void {
    const { required: always, requiredIn = {} } = this.#options;
    for (const language of languages) {
      for (const requirements of [always, requiredIn[language] ?? {}, required]) {
        const missing = unmet(requirements, { detectors, language });
        if (missing !== undefined) throw new PiiEngineUnavailable(`no detector finds ${missing} in ${language}`);
      }
    }
  }

  /** All languages when a text's language is unknown or not configured: then the strictest requirements apply. */
  #languagesOf(text: string): readonly PiiLanguage[] {
    const digest = this.#languages.digest([text]);
    const known = this.#languages.get(digest);
    if (known !== undefined) return known;
    const { languages } = this.#options;
    const likely = languagesOfText(text);
    const found = likely?.every((each) => languages.includes(each)) === true ? likely : languages;
    this.#languages.set(digest, found);
    return found;
  }

  /** Returns one result per text. Raises `PiiEngineUnavailable`. */
  async analyse(texts: readonly BodyText[], context: Context): Promise<readonly AnalysedText[]> {
    return await this.#withReadings(texts, (all) => this.#analyse(all, context));
  }

  async #analyse(texts: readonly BodyText[], { whose, sharer, required }: Context): Promise<readonly AnalysedText[]> {
    const isSecretNamed = this.#isSecretNamed(required);
    const entities = isSecretNamed ? piiEntities : personalEntities;
    return await this.#remembered(texts, { how: isSecretNamed ? 'secrets' : 'all', whose }, async (asked) => {
      const [rules, ...others] = this.#options.detectors;
      const answers = await Promise.all([
        this.#ask(rules, asked, { languages: this.#options.languages, sharer, entities }),
        ...others.map((used) => this.#askByLanguage(used, asked, sharer)),
      ]);
      return this.#united(asked, answers, required);
    });
  }

  /** Whether keys and tokens are looked for: only where a policy or the configuration names them. */
  #isSecretNamed(required: PiiRequirements): boolean {
    const { required: always, requiredIn = {} } = this.#options;
    return [always, required, ...Object.values(requiredIn)].some(({ SECRET }) => SECRET !== undefined);
  }

  /** The findings of all detectors for each text. */
  #united(
    texts: readonly string[],
    answers: readonly (readonly Found[])[],
    required: PiiRequirements,
  ): readonly Found[] {
    const united: Found[] = [];
    for (const [index, text] of texts.entries()) {
      const found = answers.map((answer) => answer[index] ?? notAnswered);
      const healthy = this.#options.detectors.filter((_, which) => found[which]?.isWhole === true);
      const isWhole = healthy.length === found.length;
      if (!isWhole) this.#assertCovered(this.#languagesOf(text), required, healthy);
      const [first = notAnswered, ...others] = found.filter((each) => each.spans.length > 0);
      const spans = others.length === 0 ? first.spans : [first, ...others].flatMap((each) => each.spans);
      united.push({ spans, isWhole });
    }
    return united;
  }

  /** Analyses by rules alone, ignoring the placeholders that `knows` recognises. Raises `PiiEngineUnavailable`. */
  async analyseCast(
    texts: readonly BodyText[],
    { whose, sharer, knows }: Omit<Context, 'required'> & { readonly knows: Knows },
  ): Promise<readonly AnalysedText[]> {
    const [rules] = this.#options.detectors;
    // As rules see them that must not take placeholders for words.
    const hidden = texts.map((text) => ({ ...text, text: veiled(text.text, knows) }));
    const { languages } = this.#options;
    const ask = (asked: readonly string[]) => this.#ask(rules, asked, { languages, entities: ruledEntities, sharer });
    const key = { how: 'rules', whose } as const;
    const found = await this.#withReadings(hidden, (all) => this.#remembered(all, key, ask));
    return found.map((each, index) => ({ ...each, text: texts[index]?.text ?? '' }));
  }

  /** The results for texts, each with what is found in its readings: those are analysed like texts of their own. */
  async #withReadings(
    texts: readonly BodyText[],
    analyse: (texts: readonly BodyText[]) => Promise<readonly AnalysedText[]>,
  ): Promise<readonly AnalysedText[]> {
    const readings = readingsOf(texts);
    return withReadings(await analyse([...texts, ...readingTexts(texts, readings)]), readings);
  }

  async #remembered(
    texts: readonly BodyText[],
    key: AnalysisKey,
    analyse: (asked: readonly string[]) => Promise<readonly Found[]>,
  ): Promise<readonly AnalysedText[]> {
    const shown = texts.map(shownText);
    const { digests, known, asked } = this.#lookUp(shown, key);
    if (asked.size > 0) {
      const found = await analyse([...asked.values()]);
      this.#remember(key, { known, asked, found });
    }
    return texts.map((text, index) => analysedText(text, known.get(digests[index] ?? '') ?? []));
  }

  #lookUp(texts: readonly string[], { how, whose }: AnalysisKey): LookedUp {
    const digests: string[] = [];
    const known = new Map<string, readonly FoundSpan[]>();
    const asked = new Map<string, string>();
    for (const text of texts) {
      const digest = this.#cache.digest([how, whose, text]);
      digests.push(digest);
      const found = this.#cache.get(digest);
      if (found === undefined) asked.set(digest, text);
      else known.set(digest, found);
    }
    return { digests, known, asked };
  }

  #remember({ how, whose }: AnalysisKey, { known, asked, found }: Answered): void {
    for (const [index, [digest, text]] of [...asked].entries()) {
      const { spans, isWhole } = found[index] ?? notAnswered;
      known.set(digest, spans);
      if (!isWhole) continue;
      this.#cache.set(digest, spans);
      // The rules have searched this text as well and found nothing.
      if (how === 'all' && spans.length === 0) this.#cache.set(this.#cache.digest(['rules', whose, text]), spans);
    }
  }

  /** Like {@link #ask}, each text in its own languages: one call for each set of languages. */
  async #askByLanguage(used: UsedDetector, texts: readonly string[], sharer: TextSharer): Promise<readonly Found[]> {
    const sets = texts.map((text) => this.#languagesOf(text));
    const indexes = Map.groupBy(texts.keys(), (index) => sets[index]?.join());
    const found: Found[] = texts.map(() => notAnswered);
    const asking = [...indexes.values()].map(async (its) => {
      const languages = sets[its[0] ?? 0] ?? [];
      const asked = its.map((index) => texts[index] ?? '');
      const answer = await this.#askAll(used, asked, { languages, sharer });
      for (const [nth, index] of its.entries()) found[index] = answer[nth] ?? notAnswered;
    });
    await Promise.all(asking);
    return found;
  }

  /** An optional detector that does not answer for all languages still counts for those it has. */
  async #askAll(
    used: UsedDetector,
    texts: readonly string[],
    { languages, sharer }: Pick<AskedFor, 'languages' | 'sharer'>,
  ): Promise<readonly Found[]> {
    const end = performance.now() + this.#options.deadlineMs;
    const answer = await this.#ask(used, texts, { languages, sharer });
    const left = end - performance.now();
    if (languages.length === 1 || left <= 0 || !answer.includes(notAnswered)) return answer;
    const each = await Promise.all(
      languages.map((language) => this.#ask(used, texts, { languages: [language], sharer, deadlineMs: left })),
    );
    return texts.map((_, index) => ({ spans: each.flatMap((its) => its[index]?.spans ?? []), isWhole: false }));
  }

  /**
   * Returns one result per text. Raises `PiiEngineUnavailable` when a detector that is not optional does not answer, and
   * `TooManyTexts`.
   */
  async #ask(
    { detector, isOptional, leastScores }: UsedDetector,
    texts: readonly string[],
    { languages, sharer, entities = personalEntities, deadlineMs = this.#options.deadlineMs }: AskedFor,
  ): Promise<readonly Found[]> {
    const { telemetry } = this.#options;
    const ending = new AbortController();
    const began = performance.now();
    const reportCall = (hasAnswered: boolean, error?: unknown): void => {
      const milliseconds = performance.now() - began;
      telemetry?.detectorAsked({ detector: detector.name, hasAnswered, milliseconds }, error);
    };
    try {
      const asking = detector.detect(texts, { entities, languages, deadlineMs, sharer, signal: ending.signal });
      const limit = detector.keepsDeadline === true ? [] : [late(deadlineMs, ending.signal)];
      const answer = await Promise.race([asking, ...limit]);
      const found = checkedAnswer(answer, texts, leastScores);
      reportCall(true);
      return found;
    } catch (error) {
      if (error instanceof TooManyTexts) throw error;
      reportCall(false, error);
      if (isOptional) return texts.map(() => notAnswered);
      const cause = error instanceof PiiDetectorUnavailable ? error : wordlessError(error);
      throw new PiiEngineUnavailable(`${detector.name} does not answer`, { cause });
    } finally {
      ending.abort();
    }
  }
}

/** Who asks, and how: a part of the key of the cache. */
interface AnalysisKey {
  readonly how: 'all' | 'secrets' | 'rules';
  readonly whose: string;
}

interface LookedUp {
  /** The digest of each text. */
  readonly digests: readonly string[];
  readonly known: Map<string, readonly FoundSpan[]>;
  /** The texts that are not known, by their digests. */
  readonly asked: ReadonlyMap<string, string>;
}

interface Answered extends Pick<LookedUp, 'known' | 'asked'> {
  readonly found: readonly Found[];
}

interface AskedFor {
  readonly languages: readonly PiiLanguage[];
  readonly sharer: TextSharer;
  readonly entities?: readonly PiiEntity[];
  /** Milliseconds; absent: the configured deadline. */
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

/** Rejects an answer that does not match the question. Leaves out spans with lower scores than those of their kinds. */
function checkedAnswer(
  answer: readonly (readonly PiiSpan[])[],
  texts: readonly string[],
  leastScores: UsedDetector['leastScores'],
): readonly Found[] {
  const isList: boolean = Array.isArray(answer);
  if (!isList || answer.length !== texts.length) throw new PiiDetectorUnavailable('another number of texts');
  const found: Found[] = [];
  for (const [index, spans] of answer.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const { start, end, entity, score } of spans) {
      const isSpan = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;
      if (!isSpan || !piiEntities.includes(entity) || !(score > 0))
        throw new PiiDetectorUnavailable('a span of no text');
    }
    const isSure = ({ entity, score }: PiiSpan): boolean => score >= (leastScores[entity] ?? 0);
    found.push({ spans: Object.keys(leastScores).length === 0 ? spans : spans.filter(isSure), isWhole: true });
  }
  return found;
}
