import test from 'ava';
import * as fc from 'fast-check';
import { readUsageReport } from '../../../src/domain/upstream-usage/read-usage-report.ts';
import { ReportUnreadable } from '../../../src/domain/upstream-usage/reported-usage.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const openAi = (results: readonly object[], start_time = 1_793_577_600) => ({
  object: 'page',
  data: [{ object: 'bucket', start_time, end_time: start_time + 86_400, results }],
  has_more: false,
  next_page: null,
});
const result = {
  object: 'organization.usage.completions.result',
  input_tokens: 1_000,
  output_tokens: 500,
  input_cached_tokens: 800,
  num_model_requests: 5,
  project_id: null,
  model: 'gpt-5-mini',
};
const anthropic = {
  data: [
    {
      starting_at: '2026-11-02T00:00:00Z',
      ending_at: '2026-11-03T00:00:00Z',
      results: [
        {
          uncached_input_tokens: 100,
          cache_read_input_tokens: 20,
          cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
          output_tokens: 50,
          server_tool_use: { web_search_requests: 2 },
          model: 'claude-sonnet-4-6',
          workspace_id: null,
        },
      ],
    },
  ],
  has_more: false,
  next_page: null,
};

test('a page or pages of OpenAI are read', (t) => {
  const page = openAi([result]);
  const row = {
    day: '2026-11-02',
    model: 'gpt-5-mini',
    counters: { requests: 5, input: 1_000, cached_input: 800, cache_write: 0, output: 500 },
  };
  t.deepEqual(readUsageReport(JSON.stringify(page)), { from: '2026-11-02', to: '2026-11-02', rows: [row] });
  const two = readUsageReport(`\uFEFF${JSON.stringify([page, openAi([], 1_793_664_000)])}`);
  t.deepEqual([two.from, two.to, two.rows.length], ['2026-11-02', '2026-11-03', 1]);
});

test('pages of which the last says that there are more are refused', (t) => {
  const [first, last] = [openAi([result]), openAi([result], 1_793_664_000)];
  const read = (...pages: readonly object[]) => readUsageReport(JSON.stringify(pages));
  t.is(read({ ...first, has_more: true }, last).rows.length, 2);
  for (const pages of [[first, { ...last, has_more: true }], [{ ...anthropic, has_more: true }]]) {
    t.throws(() => read(...pages), { instanceOf: ReportUnreadable, message: /has_more/ });
  }
});

test('a page of Anthropic is read: its input is all that went in', (t) => {
  t.deepEqual(readUsageReport(JSON.stringify(anthropic)).rows, [
    {
      day: '2026-11-02',
      model: 'claude-sonnet-4-6',
      counters: { input: 127, cached_input: 20, cache_write: 3, cache_write_1h: 4, output: 50, web_searches: 2 },
    },
  ]);
});

test('a CSV is read', (t) => {
  const { rows, from, to } = readUsageReport(
    'day,model,counter,quantity\r\n2026-11-02,m,input,7\n2026-11-05,m,output,1\n',
  );
  t.deepEqual([from, to, rows.length, rows[0]?.counters], ['2026-11-02', '2026-11-05', 2, { input: 7 }]);
});

test('a CSV with quotes and blanks is read as one without', (t) => {
  const plain = 'day,model,counter,quantity\n2026-11-02,m,input,7\n';
  const quoted = '"day", "model","Counter","quantity"\r\n"2026-11-02","m","input","7"\r\n';
  t.deepEqual(readUsageReport(quoted), readUsageReport(plain));
});

const wrong: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['nothing', ' \n', /empty/],
  ['no JSON', '{"data":', /no JSON/],
  ['JSON too deep', '['.repeat(100_000), /no JSON|no page/],
  ['another object', '{"object":"list","data":[{}]}', /of OpenAI: object/],
  ['a page without days', '{"object":"page","data":[]}', /no days/],
  ['a page that is there twice', JSON.stringify([openAi([result]), openAi([]), openAi([result])]), /page 3 is one/],
  ['no model', JSON.stringify(openAi([{ ...result, model: null }])), /group_by/],
  ['tokens below zero', JSON.stringify(openAi([{ ...result, input_tokens: -1 }])), /data.0.results.0.input_tokens/],
  ['tokens of a fraction', JSON.stringify(openAi([{ ...result, output_tokens: 0.5 }])), /output_tokens/],
  ['a day out of time', JSON.stringify(openAi([result], 1e15)), /start_time/],
  ['a time that is none', JSON.stringify(anthropic).replace('2026-11-02T', '2026-13-02T'), /starting_at/],
  ['another CSV', 'date,model\n', /first line/],
  ['a day that is none', 'day,model,counter,quantity\n2026-02-30,m,input,1', /line 2: its day/],
  ['a counter that is none', 'day,model,counter,quantity\n2026-02-01,m,__proto__,1', /line 2: its counter/],
  ['a quantity that is none', 'day,model,counter,quantity\n2026-02-01,m,input,1e9', /line 2: its quantity/],
  ['too many fields', 'day,model,counter,quantity\n2026-02-01,m,input,1,2', /line 2: it has more/],
  ['too many rows', `day,model,counter,quantity\n${'2026-02-01,m,input,1\n'.repeat(100_001)}`, /more than 100000 rows/],
];

for (const [what, text, message] of wrong) {
  test(`${what} is refused in words`, (t) => {
    t.throws(() => readUsageReport(text), { instanceOf: ReportUnreadable, message });
  });
}

test('whatever is in a file, it is a report or refused', (t) => {
  const json = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((each) => `{"object":"page","data":${each}}`),
  );
  fc.assert(
    fc.property(json, (text) => {
      try {
        readUsageReport(text);
      } catch (error) {
        t.true(error instanceof ReportUnreadable, String(error));
      }
    }),
    { numRuns: propertyRuns(200) },
  );
  t.pass();
});
