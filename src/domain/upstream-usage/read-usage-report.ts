import { z } from 'zod';
import {
  comparedCounters,
  reportRowsMax,
  ReportUnreadable,
  type ComparedCounter,
  type ReportedUsage,
  type UsageReport,
} from './reported-usage.ts';

const count = z.int().nonnegative();
const model = z.string().min(1).max(200);
const grouped = model.nullish();

/** `GET /v1/organization/usage/completions`, one page. */
const openAiPage = z.object({
  object: z.literal('page'),
  data: z.array(
    z.object({
      start_time: z.int().min(0).max(253_402_300_799),
      results: z.array(
        z.object({
          input_tokens: count,
          output_tokens: count,
          input_cached_tokens: count.optional(),
          input_cache_write_tokens: count.optional(),
          num_model_requests: count,
          model: grouped,
        }),
      ),
    }),
  ),
});

/** `GET /v1/organizations/usage_report/messages`, one page. */
const anthropicPage = z.object({
  data: z.array(
    z.object({
      starting_at: z.iso.datetime({ offset: true }),
      results: z.array(
        z.object({
          uncached_input_tokens: count,
          cache_read_input_tokens: count,
          cache_creation: z.object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
          output_tokens: count,
          server_tool_use: z.object({ web_search_requests: count }).nullish(),
          model: grouped,
        }),
      ),
    }),
  ),
});

const pageWithMore = z.object({ has_more: z.literal(true) });

interface Bucket {
  readonly day: string;
  readonly rows: readonly ReportedUsage[];
}

/**
 * Reads a report of OpenAI or Anthropic, one page or a list of pages as their interfaces answer them, grouped by model, or a
 * CSV with the columns day, model, counter and quantity. Raises {@link ReportUnreadable}.
 */
export function readUsageReport(text: string): UsageReport {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw new ReportUnreadable('it is empty');
  const buckets = /^[[{]/.test(trimmed) ? pagesIn(trimmed).flatMap(bucketsOf) : csvBuckets(trimmed);
  const rows = buckets.flatMap((bucket) => bucket.rows);
  if (rows.length > reportRowsMax) throw new ReportUnreadable(`it has more than ${reportRowsMax} rows`);
  const days = buckets.map(({ day }) => day).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) throw new ReportUnreadable('it has no days');
  return { from, to, rows };
}

function pagesIn(text: string): readonly unknown[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new ReportUnreadable('it is no JSON');
  }
  const pages: readonly unknown[] = Array.isArray(read) ? read : [read];
  const seen = new Set<string>();
  const twice = pages.findIndex((page) => seen.size === seen.add(JSON.stringify(page)).size);
  if (twice >= 0) throw new ReportUnreadable(`page ${twice + 1} is one that was there before`);
  // What it leaves out would be compared with nothing.
  if (pageWithMore.safeParse(pages.at(-1)).success)
    throw new ReportUnreadable('its last page says `has_more`: ask for the next ones, and put all into a JSON list');
  return pages;
}

function bucketsOf(page: unknown): readonly Bucket[] {
  const openAi = openAiPage.safeParse(page);
  if (openAi.success) return openAi.data.data.map(openAiBucket);
  const anthropic = anthropicPage.safeParse(page);
  if (anthropic.success) return anthropic.data.data.map(anthropicBucket);
  const isOpenAi = typeof page === 'object' && page !== null && 'object' in page;
  const [issue] = (isOpenAi ? openAi : anthropic).error.issues;
  const where = (issue?.path ?? []).filter((part) => typeof part !== 'string' || /^\w{1,40}$/.test(part)).join('.');
  const of = isOpenAi ? 'of the completions usage of OpenAI' : 'of the messages usage report of Anthropic';
  throw new ReportUnreadable(`it is no page ${of}${where === '' ? '' : `: ${where} is missing or of another kind`}`);
}

type OpenAiBucket = z.infer<typeof openAiPage>['data'][number];
type AnthropicBucket = z.infer<typeof anthropicPage>['data'][number];

function openAiBucket({ start_time, results }: OpenAiBucket): Bucket {
  const day = new Date(start_time * 1_000).toISOString().slice(0, 10);
  const rows = results.map((each) => ({
    day,
    model: modelOf(each.model),
    counters: {
      requests: each.num_model_requests,
      input: each.input_tokens,
      cached_input: each.input_cached_tokens ?? 0,
      cache_write: each.input_cache_write_tokens ?? 0,
      output: each.output_tokens,
    },
  }));
  return { day, rows };
}

function anthropicBucket({ starting_at, results }: AnthropicBucket): Bucket {
  const day = new Date(starting_at).toISOString().slice(0, 10);
  const rows = results.map((each) => {
    const { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long } = each.cache_creation;
    return {
      day,
      model: modelOf(each.model),
      counters: {
        input: each.uncached_input_tokens + each.cache_read_input_tokens + short + long,
        cached_input: each.cache_read_input_tokens,
        cache_write: short,
        cache_write_1h: long,
        output: each.output_tokens,
        web_searches: each.server_tool_use?.web_search_requests ?? 0,
      },
    };
  });
  return { day, rows };
}

function modelOf(named: string | null | undefined): string {
  if (typeof named === 'string') return named;
  throw new ReportUnreadable('it does not name models: ask for it with `group_by` model');
}

const csvHead = 'day,model,counter,quantity';

function csvBuckets(text: string): readonly Bucket[] {
  const [head, ...lines] = text.split(/\r?\n/, reportRowsMax + 2);
  const named = fieldsOf(head ?? '').join(',');
  if (named.toLowerCase() !== csvHead) throw new ReportUnreadable(`its first line is not ${csvHead}`);
  if (lines.length > reportRowsMax) throw new ReportUnreadable(`it has more than ${reportRowsMax} rows`);
  return lines.filter((line) => line.trim() !== '').map((line, index) => csvBucket(line, index + 2));
}

/** The fields of a line, at most six, without the quotes that some programs write. None that counts has a comma in it. */
function fieldsOf(line: string): readonly string[] {
  return line.split(',', 6).map((field) => field.trim().replace(/^"([^"]*)"$/, '$1'));
}

function csvBucket(line: string, number: number): Bucket {
  const [day = '', named = '', counter = '', quantity = '', ...more] = fieldsOf(line);
  const wrong = (what: string): ReportUnreadable => new ReportUnreadable(`line ${number}: ${what}`);
  if (more.length > 0) throw wrong('it has more than four fields');
  if (!z.iso.date().safeParse(day).success) throw wrong('its day is no date, such as 2026-11-20');
  if (!model.safeParse(named).success) throw wrong('its model has 1 to 200 characters');
  if (!isCompared(counter)) throw wrong(`its counter is none of ${comparedCounters.join(', ')}`);
  if (!/^\d{1,15}$/.test(quantity)) throw wrong('its quantity is no whole number');
  return { day, rows: [{ day, model: named, counters: { [counter]: Number(quantity) } }] };
}

function isCompared(name: string): name is ComparedCounter {
  return (comparedCounters as readonly string[]).includes(name);
}
