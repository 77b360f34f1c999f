import type { CounterName } from './dialects.ts';
import { isCount, type ReportedCounters } from './reported-counters.ts';

/** How one object of counters is read. */
export interface TotalsReading {
  readonly surface: string;
  /** The target counts cached and written tokens beside its input. */
  readonly areCachesBeside: boolean;
}

/** The input and the output that counters mean, tokens. */
export interface TokenTotals {
  readonly input: number;
  readonly output: number;
  /** Audio of the input that only the total tells. */
  readonly untoldAudio: number;
  /** Why they are not the totals as they were named; see `counterMeanings`. */
  readonly meaning: string | null;
  /** A total was above all meanings, and the rest of it was counted as this. */
  readonly corrected: 'input_tokens' | 'output_tokens' | null;
}

/**
 * Reads the totals of counters, by the meanings in the table. Embeddings have no output unless they name one; without an
 * input it is what their total leaves. `null`: a total is missing, or is no count.
 */
export function tokenTotals(reported: ReportedCounters, reading: TotalsReading): TokenTotals | null {
  const named = namedTotals(reported, reading);
  if (named === null) return null;
  const [plain] = meaningsOf(reported, named, reading);
  if (plain === undefined) return null;
  const totals = confirmedTotals(reported, reading) ?? unconfirmed(plain, named, hearsAudio(reported, reading));
  return isCount(totals.input) && isCount(totals.output) ? totals : null;
}

/** The first meaning that the total confirms, of what is read and then of names that contradict it; `null`: none. */
export function confirmedTotals(reported: ReportedCounters, reading: TotalsReading): TokenTotals | null {
  for (const input of [reported.input_tokens, ...(reported.input_tokens?.others ?? [])]) {
    for (const output of [reported.output_tokens, ...(reported.output_tokens?.others ?? [])]) {
      const each = { ...reported, ...(input && { input_tokens: input }), ...(output && { output_tokens: output }) };
      const named = namedTotals(each, reading);
      if (named === null || named.total === 0) continue;
      const confirmed = meaningsOf(each, named, reading).find(({ counted }) => counted === named.total);
      const isFirst = input === reported.input_tokens && output === reported.output_tokens;
      if (confirmed !== undefined)
        return isFirst ? confirmed : { ...confirmed, meaning: 'another name of the counter' };
    }
  }
  return null;
}

/** Totals as they are named; `total` 0: none, or it says nothing. */
interface NamedTotals {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly reasoning: number;
}

function namedTotals(reported: ReportedCounters, { surface }: TotalsReading): NamedTotals | null {
  const [input, output] = [reported.input_tokens?.count, reported.output_tokens?.count];
  const total = countIn(reported, 'total_tokens');
  const reasoning = countIn(reported, 'reasoning_tokens');
  if (surface === 'embeddings') {
    const isLeft = input === 0 || input === undefined;
    const left = total > 0 ? Math.max(0, total - (output ?? 0)) : (reported.total_tokens?.count ?? input);
    const read = isLeft ? left : input;
    return isCount(read) && output !== null ? { input: read, output: output ?? 0, total: 0, reasoning } : null;
  }
  if (input === undefined && output === undefined) return null;
  // What is no count is as good as missing where the total tells it.
  if ((input === null || output === null) && total <= (input ?? output ?? 0)) return null;
  // The total alone does not say how much of it is output.
  if ((input ?? 0) + (output ?? 0) === 0 && total > 0) return null;
  if (isCount(input) && isCount(output)) return { input, output, total, reasoning };
  if (reported.total_tokens?.count === undefined || reported.total_tokens.count === null) return null;
  const rest = Math.max(0, total - (input ?? output ?? 0));
  return { input: input ?? rest, output: output ?? rest, total, reasoning };
}

/** A meaning of the totals, and the total that would confirm it. */
interface Meaning extends TokenTotals {
  readonly counted: number;
}

/** What one kind of tokens adds to a total, and to the total that confirms it. */
interface Form {
  readonly adds: number;
  readonly counted: number;
  readonly meaning: string | null;
}

/** All meanings, in the order of the table: the first is the one of a total that confirms none. */
function meaningsOf(
  reported: ReportedCounters,
  { input, output, reasoning }: NamedTotals,
  reading: TotalsReading,
): Meaning[] {
  const citations = countIn(reported, 'citation_tokens');
  const isApart = citations > 0 && reasoning > output;
  const forms = formsOf(reasoning, { meaning: 'reasoning beside the output', isSure: isApart });
  const outputs = reported.reasoning_tokens?.row.isBeside === true ? forms.toReversed() : forms;
  const sources = formsOf(citations, { meaning: 'citations beside the input', isSure: true });
  const [audio, images] = [countIn(reported, 'audio_input_tokens'), countIn(reported, 'image_input_tokens')];
  const audios = formsOf(audio, { meaning: 'audio beside the input', isSure: audio > input });
  // Their total is not compared: it would not confirm that images are within it.
  const pictures = partForms(reading.surface === 'embeddings' ? 0 : images, input, 'images beside the input');
  const speech = countIn(reported, 'audio_output_tokens');
  const spoken = partForms(speech, output, 'audio beside the output');
  const inputs = togetherOf([cacheForms(reported, input, reading), audios, pictures, sources]);
  const allOutputs = togetherOf([spoken, outputs]);
  return inputs.flatMap((toInput) =>
    allOutputs.map((toOutput) => ({
      input: input + toInput.adds,
      output: output + toOutput.adds,
      untoldAudio: 0,
      counted: input + toInput.counted + output + toOutput.counted,
      meaning: toInput.meaning ?? toOutput.meaning,
      corrected: null,
    })),
  );
}

/** Every choice of one form of each kind, in order; its meaning is the first that is told. */
function togetherOf(kinds: readonly (readonly Form[])[]): readonly Form[] {
  return kinds.reduce((before, forms) =>
    before.flatMap((one) =>
      forms.map((other) => ({
        adds: one.adds + other.adds,
        counted: one.counted + other.counted,
        meaning: one.meaning ?? other.meaning,
      })),
    ),
  );
}

/** Tokens within a total or beside it. `isSure`: beside it, whatever the total says. */
function formsOf(tokens: number, { meaning, isSure = false }: { meaning: string; isSure?: boolean }): readonly Form[] {
  const within = { adds: 0, counted: 0, meaning: null };
  const beside = { adds: tokens, counted: tokens, meaning };
  if (tokens === 0) return [within];
  return isSure ? [beside, { ...beside, counted: 0 }] : [within, beside];
}

/** Tokens that are beside a total which is less, unless that of all tokens confirms that they are within. */
function partForms(tokens: number, total: number, meaning: string): readonly Form[] {
  const forms = formsOf(tokens, { meaning });
  return tokens > total ? forms.toReversed() : forms;
}

/** Cached and written tokens, within the input or beside it. */
function cacheForms(
  reported: ReportedCounters,
  input: number,
  { surface, areCachesBeside }: TotalsReading,
): readonly Form[] {
  const [cached, written] = [countIn(reported, 'cached_input_tokens'), writtenTokens(reported)];
  const isExcess = Math.max(cached, written) > input;
  const isOwn = reported.input_tokens?.row.withoutCachesOn?.includes(surface) === true;
  const meaning = 'cached and written tokens beside the input';
  if (!isOwn) {
    const forms = formsOf(cached + written, { meaning, isSure: isExcess || areCachesBeside });
    if (isExcess || areCachesBeside) return forms;
    const either = [cached, written].map((adds) => ({ adds, counted: adds, meaning }));
    return cached > 0 && written > 0 ? [...forms, ...either] : forms;
  }
  const beside = { adds: cached + written, counted: cached + written, meaning: null };
  if (cached + written === 0 || cached + written > input) return [beside];
  return [beside, { adds: 0, counted: 0, meaning: 'cached and written tokens within the input of a message' }];
}

/** A recording was read, not spoken: what its total leaves is audio. */
function hearsAudio(reported: ReportedCounters, { surface }: TotalsReading): boolean {
  return surface !== 'audio_speech' && countIn(reported, 'audio_seconds') > 0;
}

/** What the totals mean where the total confirms no meaning. */
function unconfirmed(plain: Meaning, { input, total, reasoning }: NamedTotals, isAudio: boolean): TokenTotals {
  if (total < plain.counted) {
    if (reasoning <= plain.output) return plain;
    return { ...plain, output: plain.output + reasoning, meaning: 'reasoning beside the output' };
  }
  const rest = total - plain.counted;
  if (rest === 0) return plain;
  if (isAudio) {
    const meaning = 'audio of the total beside the input';
    return { ...plain, input: plain.input + rest, untoldAudio: rest, meaning };
  }
  const meaning = 'a total above all meanings';
  if (input === 0) return { ...plain, input: plain.input + rest, meaning, corrected: 'input_tokens' };
  return { ...plain, output: plain.output + rest, meaning, corrected: 'output_tokens' };
}

/** The tokens written to caches, of all lifetimes. */
export function writtenTokens(reported: ReportedCounters): number {
  const whole = reported.cache_write_tokens?.count ?? 0;
  return whole > 0 ? whole : countIn(reported, 'cache_write_5m_tokens') + longWrittenTokens(reported);
}

/** The tokens written to caches that live an hour or longer. */
export function longWrittenTokens(reported: ReportedCounters): number {
  const lifetimes = ['cache_write_1h_tokens', 'cache_write_12h_tokens', 'cache_write_24h_tokens'] as const;
  return lifetimes.reduce((sum, name) => sum + countIn(reported, name), 0);
}

/** A counter, 0 where it is absent or is no count. */
export function countIn(reported: ReportedCounters, name: CounterName): number {
  return reported[name]?.count ?? 0;
}
