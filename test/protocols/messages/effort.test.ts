import test from 'ava';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { readMessagesEffort } from '../../../src/protocols/messages/effort.ts';
import { writeMessagesRequest } from '../../../src/protocols/messages/request.ts';
import { nearestEffort, reasoningEfforts, type ReasoningEffort } from '../../../src/catalogue/reasoning-effort.ts';
import type { ThinkingControl } from '../../../src/catalogue/thinking-control.ts';

interface Written {
  readonly thinking?: unknown;
  readonly output_config?: unknown;
  readonly [member: string]: unknown;
}

interface TargetWish {
  readonly efforts?: readonly ReasoningEffort[];
  readonly thinking?: ThinkingControl;
  readonly outputTokensMax?: number;
}

const base = { model: 'm', max_tokens: 100_000, messages: [{ role: 'user', content: 'Hi' }] };

/** What a target of such levels is sent, as the pipeline has it done: medium when nothing is asked for. */
function sent(
  more: object,
  { efforts = reasoningEfforts, thinking = 'adaptive', outputTokensMax }: TargetWish = {},
): Written {
  const object = scanJsonObject(Buffer.from(JSON.stringify({ ...base, ...more })));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  const wanted = readMessagesEffort(object);
  if (wanted !== null && typeof wanted === 'object') throw new Error(wanted.message);
  const bytes = writeMessagesRequest(object, {
    model: 'm',
    effort: efforts.length === 0 ? null : nearestEffort(wanted ?? 'medium', efforts),
    efforts,
    thinking,
    hostedToolUsesMax: 5,
    outputTokensMax: outputTokensMax ?? base.max_tokens,
  });
  const { model: _, messages: __, max_tokens: ___, ...rest } = JSON.parse(bytes.toString()) as Written;
  return rest;
}

const budgets = { minimal: 1_024, low: 2_048, medium: 8_192, high: 16_384, xhigh: 32_768, max: 64_000 };
const disabled = { thinking: { type: 'disabled' } };

const expected: Readonly<Record<ThinkingControl, (level: ReasoningEffort) => object>> = {
  adaptive: (level) =>
    level === 'none' ? disabled : { thinking: { type: 'adaptive' }, output_config: { effort: level } },
  budget: (level) => (level === 'none' ? disabled : { thinking: { type: 'enabled', budget_tokens: budgets[level] } }),
  none: (level) => (level === 'none' ? {} : { output_config: { effort: level } }),
};

const supportedSets = Array.from({ length: 2 ** reasoningEfforts.length }, (_, set) =>
  reasoningEfforts.filter((_level, rank) => (set & (1 << rank)) !== 0),
);

for (const thinking of ['adaptive', 'budget', 'none'] as const) {
  test(`every level becomes the nearest of every supported set, thinking: ${thinking}`, (t) => {
    for (const efforts of supportedSets) {
      for (const wanted of [null, ...reasoningEfforts]) {
        const nearest = nearestEffort(wanted ?? 'medium', efforts);
        const answer = sent(wanted === null ? {} : { reasoning_effort: wanted }, { efforts, thinking });
        const level: { readonly thinking?: object } = nearest === null ? {} : expected[thinking](nearest);
        const { thinking: begun, ...alone } = level;
        // A level that nobody asked for begins no thinking.
        const told = wanted === null && nearest !== 'none' ? alone : level;
        t.deepEqual(answer, told, `${wanted} of ${efforts.join(' ')}, ${JSON.stringify(begun)}`);
      }
    }
  });

  test(`an effort in the protocol's own member becomes the nearest too, thinking: ${thinking}`, (t) => {
    for (const efforts of supportedSets) {
      for (const wanted of ['low', 'medium', 'high', 'xhigh', 'max'] as const) {
        const nearest = nearestEffort(wanted, efforts);
        const own = { output_config: { effort: wanted, format: null }, reasoning_effort: 'none' };
        const answer = sent(own, { efforts, thinking });
        const config = { format: null, ...(nearest === null || nearest === 'none' ? {} : { effort: nearest }) };
        const level = nearest === null ? {} : expected[thinking](nearest);
        const isOwnChoice = thinking === 'adaptive' && nearest !== 'none';
        const thought = 'thinking' in level && !isOwnChoice ? { thinking: level.thinking } : {};
        t.deepEqual(
          answer,
          { ...thought, output_config: thinking === 'budget' ? { format: null } : config },
          `${wanted} of ${efforts.join(' ')}`,
        );
      }
    }
  });
}

test('the caller’s own thinking and effort stay unchanged in spite of `reasoning_effort`', (t) => {
  const own: readonly object[] = [
    { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'low' } },
    { thinking: { type: 'between_tools' }, output_config: { effort: 'max' } },
    { thinking: { type: 'enabled', budget_tokens: 5_000 } },
    { thinking: { type: 'enabled', budget_tokens: 5_000 }, output_config: { effort: 'high' } },
    { thinking: { type: 'disabled' } },
    { thinking: { type: 'disabled' }, output_config: { effort: 'low' } },
    { thinking: { type: 'not_there_yet' }, output_config: { effort: 'low' } },
  ];
  for (const more of own) t.deepEqual(sent({ ...more, reasoning_effort: 'minimal' }), more, JSON.stringify(more));
});

test('enabled thinking without a level counts as high', (t) => {
  const on = { thinking: { type: 'adaptive' } };
  t.deepEqual(sent(on), { ...on, output_config: { effort: 'high' } });
  t.deepEqual(sent(on, { efforts: ['low', 'medium'] }), { ...on, output_config: { effort: 'medium' } });
});

test('a target that always thinks is given its lowest level', (t) => {
  t.deepEqual(sent(disabled, { efforts: ['low', 'high'] }), {
    thinking: { type: 'adaptive' },
    output_config: { effort: 'low' },
  });
});

test('a target without levels is sent none, and keeps the caller’s own thinking', (t) => {
  const own = { thinking: { type: 'enabled', budget_tokens: 5_000 }, output_config: { effort: 'low' } };
  t.deepEqual(sent(own, { efforts: [] }), { thinking: own.thinking, output_config: {} });
  t.deepEqual(sent(own, { efforts: [], thinking: 'none' }), { output_config: {} });
});

test('at a target that knows only budgets, thinking becomes a budget in the same place', (t) => {
  const budget = { thinking: 'budget' } as const;
  t.deepEqual(sent({ thinking: { type: 'adaptive', display: 'omitted' } }, budget), {
    thinking: { type: 'enabled', display: 'omitted', budget_tokens: 16_384 },
  });
  t.deepEqual(sent({ thinking: { type: 'enabled', budget_tokens: 5_000 } }, budget), {
    thinking: { type: 'enabled', budget_tokens: 5_000 },
  });
});

test('a budget is below the output limit, and thinking is dropped without room for one', (t) => {
  const budget = { thinking: 'budget', efforts: ['max'] } as const;
  const wished = { reasoning_effort: 'medium' };
  const thought = (outputTokensMax: number, more: object = wished, target: TargetWish = budget) =>
    sent(more, { ...target, outputTokensMax }).thinking;
  t.deepEqual(thought(64_001), { type: 'enabled', budget_tokens: 64_000 });
  t.deepEqual(thought(5_000), { type: 'enabled', budget_tokens: 4_999 });
  t.deepEqual(thought(1_025), { type: 'enabled', budget_tokens: 1_024 });
  t.is(thought(1_024), undefined);
  const own = { thinking: { type: 'enabled', budget_tokens: 50_000 } };
  t.deepEqual(thought(5_000, own), { type: 'enabled', budget_tokens: 4_999 });
  t.deepEqual(thought(5_000, own, { efforts: [] }), { type: 'enabled', budget_tokens: 4_999 });
  t.is(thought(1_024, own, {}), undefined);
  t.is(thought(1_024, { thinking: { type: 'adaptive' } }), undefined);
});

test('thinking is not added where that would make the request invalid', (t) => {
  const use = { type: 'tool_use', id: 't', name: 'n', input: {} };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] };
  const turn = (...content: object[]) => ({ messages: [...base.messages, { role: 'assistant', content }, result] });
  const without: readonly object[] = [
    { tool_choice: { type: 'any' } },
    { tool_choice: { type: 'tool', name: 'n' } },
    { messages: [...base.messages, { role: 'assistant', content: 'It is' }] },
    turn(use),
    turn({ type: 'text', text: 'x' }, use),
  ];
  for (const more of without) {
    t.is(sent({ ...more, reasoning_effort: 'high' }).thinking, undefined, JSON.stringify(more));
    t.is(sent({ ...more, reasoning_effort: 'high' }, { thinking: 'budget' }).thinking, undefined);
  }
  const withThinking: readonly object[] = [
    { tool_choice: { type: 'auto' } },
    turn({ type: 'thinking', thinking: 'x', signature: 's' }, use),
    turn({ type: 'redacted_thinking', data: 'x' }, use),
  ];
  for (const more of withThinking) {
    t.deepEqual(sent({ ...more, reasoning_effort: 'low' }).thinking, { type: 'adaptive' }, JSON.stringify(more));
    t.is(sent(more).thinking, undefined, 'a default level begins none');
  }
});

test('edits of the context that need thinking go with it', (t) => {
  const clearThinking = { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 1 } };
  const clearTools = { type: 'clear_tool_uses_20250919' };
  const asked = (type: string, edits: readonly object[]) => ({
    thinking: { type, budget_tokens: 5_000 },
    context_management: { edits, x: 1 },
  });
  const asksIn = (member: string) => ({
    [member]: member === 'output_config' ? { effort: 'high' } : 'high',
    context_management: { edits: [clearThinking, clearTools], x: 1 },
  });
  const kept = (edits: readonly object[]) => ({ edits, x: 1 });
  for (const [more, target, left] of [
    [asked('adaptive', [clearThinking, clearTools]), { thinking: 'none' }, [clearTools]],
    [asked('enabled', [clearTools, { type: 'clear_thinking_20990101' }]), { thinking: 'none' }, [clearTools]],
    [asked('adaptive', [clearThinking]), { efforts: ['none'] }, []],
    [asked('enabled', [clearThinking]), { outputTokensMax: 1_024 }, []],
    [asked('adaptive', [clearThinking]), {}, [clearThinking]],
    [asked('adaptive', [clearThinking]), { thinking: 'budget' }, [clearThinking]],
    [asked('disabled', [clearThinking]), {}, [clearThinking]],
    [asksIn('reasoning_effort'), { thinking: 'none' }, [clearTools]],
    [asksIn('reasoning_effort'), { thinking: 'budget', outputTokensMax: 1_024 }, [clearTools]],
    [{ ...asksIn('reasoning_effort'), tool_choice: { type: 'any' } }, {}, [clearTools]],
    [asksIn('reasoning_effort'), { efforts: ['none'] }, [clearTools]],
    [asksIn('reasoning_effort'), {}, [clearThinking, clearTools]],
    [asksIn('output_config'), { thinking: 'none' }, [clearTools]],
    [asksIn('output_config'), { thinking: 'budget' }, [clearThinking, clearTools]],
    [asksIn('nothing'), { thinking: 'none' }, [clearThinking, clearTools]],
  ] as const) {
    t.deepEqual(sent(more, target)['context_management'], kept(left), JSON.stringify([more, target]));
  }
});

test('a default effort adds no thinking beside sampling parameters, and a requested effort removes them', (t) => {
  const sampling = { temperature: 0.5, top_p: 0.9, top_k: 5 };
  t.deepEqual(sent(sampling), { ...sampling, output_config: { effort: 'medium' } });
  t.deepEqual(sent(sampling, { thinking: 'budget' }), sampling);
  t.deepEqual(sent({ ...sampling, reasoning_effort: 'high' }), {
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
  });
  t.deepEqual(sent({ ...sampling, ...disabled }), { ...sampling, ...disabled });
});

test('efforts in messages become the nearest level too', (t) => {
  const efforts = ['none', 'low', 'high'] as const;
  const system = (effort: string) => ({ role: 'system', output_config: { effort, x: 1 } });
  const levels = (target: TargetWish) => {
    const messages = [system('medium'), system('minimal'), system('odd'), ...base.messages];
    const object = scanJsonObject(Buffer.from(JSON.stringify({ ...base, messages })));
    if (object.kind === 'json_fault') throw new Error(object.fault);
    const bytes = writeMessagesRequest(object, {
      model: 'm',
      effort: 'low',
      efforts,
      thinking: 'adaptive',
      hostedToolUsesMax: 5,
      outputTokensMax: 9,
      ...target,
    });
    const told = JSON.parse(bytes.toString()) as { messages: { output_config?: { effort?: string } }[] };
    return told.messages.map(({ output_config }) => output_config?.effort);
  };
  t.deepEqual(levels({}), ['high', 'low', 'odd', undefined]);
  t.deepEqual(levels({ efforts: [] }), [undefined, undefined, 'odd', undefined]);
  t.deepEqual(levels({ thinking: 'budget' }), [undefined, undefined, 'odd', undefined]);
});
