import type { WriteOptions } from '../inference-request.ts';
import type { ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, replaceValue, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { canStartThinking, samplingMembers } from './thinking.ts';
import {
  isReasoningEffort,
  nearestEffort,
  reasoningEfforts,
  type ReasoningEffort,
} from '../../catalogue/reasoning-effort.ts';
import {
  givenMember,
  isRequestFault,
  readStringField,
  requestFault,
  type RequestFault,
} from '../requests/request-fields.ts';

/** What a target accepts as effort. */
export type EffortTarget = Pick<WriteOptions, 'effort' | 'efforts' | 'thinking' | 'outputTokensMax'>;

/** Changes of the request's own members, and edits within them. */
export interface EffortChanges {
  readonly members: readonly MemberChange[];
  readonly edits: readonly ByteEdit[];
}

/** The thinking budget that stands for a level at models that accept nothing else, tokens. */
const budgets: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 64_000,
};
const budgetTokensMin = 1_024;

/**
 * The level that a request asks for. The protocol's own members take precedence over `reasoning_effort`:
 * `output_config.effort`, else thinking that is disabled (none), has a budget (the level of that budget), or is simply
 * enabled (high, as in the protocol).
 */
export function readMessagesEffort(object: JsonObjectText): ReasoningEffort | null | RequestFault {
  for (const key of ['output_config', 'thinking']) {
    const member = givenMember(object, key);
    if (member !== undefined && member.kind !== 'object') return requestFault(key, 'an object');
  }
  const config = object.nested('output_config');
  const effort = config === undefined ? null : readEffort(config, 'effort', 'output_config.effort');
  if (isRequestFault(effort)) return effort;
  const generic = readEffort(object, 'reasoning_effort', 'reasoning_effort');
  if (isRequestFault(generic)) return generic;
  return effort ?? levelOfThinking(object.nested('thinking')) ?? generic;
}

function readEffort(object: JsonObjectText, key: string, param: string): ReasoningEffort | null | RequestFault {
  const effort = readStringField(object, key);
  if (isRequestFault(effort)) return requestFault(param, 'a string');
  if (effort === null || isReasoningEffort(effort)) return effort;
  return requestFault(param, `one of ${reasoningEfforts.join(', ')}`);
}

function levelOfThinking(thinking: JsonObjectText | undefined): ReasoningEffort | null {
  switch (thinking?.string('type')) {
    case undefined:
      return null;
    case 'disabled':
      return 'none';
    case 'enabled':
      return levelOfBudget(budgetOf(thinking));
    default:
      return 'high';
  }
}

function budgetOf(thinking: JsonObjectText | undefined): number {
  const member = thinking?.member('budget_tokens');
  return thinking !== undefined && member?.kind === 'number' ? Number(thinking.text(member)) : 0;
}

/** The highest level whose budget is covered. */
function levelOfBudget(tokens: number): ReasoningEffort {
  return reasoningEfforts.findLast((level) => level !== 'none' && budgets[level] <= tokens) ?? 'minimal';
}

/**
 * Writes the level in the target's own terms. The caller's own members stay byte for byte where they already say what
 * the target is to be told. A level that the caller did not ask for begins no thinking: answers would begin with
 * another block, and short ones would have no text.
 */
export function effortChanges(object: JsonObjectText, target: EffortTarget): EffortChanges {
  const changes = [topChanges(object, target), ...messageChanges(object, target)];
  return {
    members: changes.flatMap(({ members }) => members),
    edits: changes.flatMap(({ edits }) => edits),
  };
}

function topChanges(object: JsonObjectText, target: EffortTarget): EffortChanges {
  const { effort: level, thinking: control } = target;
  const thinking = thinkingChanges(object, target);
  const effort = effortMember(object, control === 'budget' || level === 'none' || isManual(object) ? null : level);
  const edits = [...thinking.edits, ...effort.edits, ...withoutThoughtEdits(object, thinking)];
  return { members: [...thinking.members, ...effort.members], edits };
}

/**
 * Takes out edits of the context that only a request with thinking may ask for (`clear_thinking_20251015`), where the
 * thinking that the caller asked for, in whatever words, is not begun or taken out.
 */
function withoutThoughtEdits(object: JsonObjectText, { members }: EffortChanges): readonly ByteEdit[] {
  const type = object.nested('thinking')?.string('type');
  const isOn = type !== undefined && type !== 'disabled';
  const isAsked = isOn || (type === undefined && asksForLevel(object));
  const written = members.find(({ key }) => key === 'thinking')?.json;
  const thinks = written === undefined ? isOn : written !== null && written !== disabledJson;
  if (!isAsked || thinks) return [];
  const management = object.nested('context_management');
  const list = management?.member('edits');
  if (management === undefined || list?.kind !== 'array') return [];
  const edits = management.elements(list);
  const kept = edits.filter(
    (edit) => edit.kind !== 'object' || management.object(edit).string('type')?.startsWith('clear_thinking') !== true,
  );
  if (kept.length === edits.length) return [];
  return [replaceValue(list, `[${kept.map((edit) => management.text(edit)).join(',')}]`)];
}

const disabledJson = '{"type":"disabled"}';

/**
 * A budget is a level by itself: beside the caller's own budget, an effort is written only if the caller wrote one too.
 */
function isManual(object: JsonObjectText): boolean {
  return object.nested('thinking')?.string('type') === 'enabled' && !hasOwnEffort(object);
}

function asksForLevel(object: JsonObjectText): boolean {
  return hasOwnEffort(object) || givenMember(object, 'reasoning_effort') !== undefined;
}

function hasOwnEffort(object: JsonObjectText): boolean {
  return object.nested('output_config')?.string('effort') !== undefined;
}

function effortMember(object: JsonObjectText, level: ReasoningEffort | null): EffortChanges {
  const config = object.nested('output_config');
  if (config !== undefined)
    return { members: [], edits: editJsonMembers(config, stringChange(config, 'effort', level)) };
  return level === null ? unchanged : member('output_config', `{"effort":"${level}"}`);
}

function thinkingChanges(object: JsonObjectText, target: EffortTarget): EffortChanges {
  const { effort: level, thinking: control } = target;
  if (control === 'none') return { members: [{ key: 'thinking', json: null }], edits: [] };
  if (level === null) return loweredBudget(object, target);
  const thinking = object.nested('thinking');
  const type = thinking?.string('type');
  if (level === 'none') return type === 'disabled' ? unchanged : member('thinking', disabledJson);
  const isOn = type !== undefined && type !== 'disabled';
  // Thinking disabled beside an effort is the caller's deliberate choice.
  if (type === 'disabled' && hasOwnEffort(object)) return unchanged;
  if (isOn) {
    if (type === 'enabled') return loweredBudget(object, target);
    return control === 'budget' ? budgetInPlaceOf(thinking, target, level) : unchanged;
  }
  return begunThinking(object, target, level);
}

/**
 * Enables thinking where the caller asked for a level without it, or disabled it for a target that requires it. Only
 * where it breaks no request.
 */
function begunThinking(
  object: JsonObjectText,
  target: EffortTarget,
  level: Exclude<ReasoningEffort, 'none'>,
): EffortChanges {
  const isWished = asksForLevel(object) || givenMember(object, 'thinking') !== undefined;
  // Where the model has both, an effort without thinking is a valid request.
  const isLeftOut = target.thinking === 'adaptive' && hasOwnEffort(object);
  if (!isWished || isLeftOut || !canStartThinking(object)) return unchanged;
  const json = target.thinking === 'adaptive' ? '{"type":"adaptive"}' : budgetJson(level, target);
  if (json === null) return unchanged;
  const sampling = samplingMembers.map((key) => ({ key, json: null }));
  return { members: [{ key: 'thinking', json }, ...sampling], edits: [] };
}

function budgetJson(level: Exclude<ReasoningEffort, 'none'>, target: EffortTarget): string | null {
  const budget = fittingBudget(budgets[level], target);
  return budget === null ? null : `{"type":"enabled","budget_tokens":${budget}}`;
}

/** A budget below the output limit; `null` when none fits. */
function fittingBudget(wanted: number, { outputTokensMax }: EffortTarget): number | null {
  const budget = Math.min(wanted, outputTokensMax - 1);
  return budget < budgetTokensMin ? null : budget;
}

function budgetInPlaceOf(
  thinking: JsonObjectText | undefined,
  target: EffortTarget,
  level: Exclude<ReasoningEffort, 'none'>,
): EffortChanges {
  const budget = fittingBudget(budgets[level], target);
  if (thinking === undefined || budget === null) return member('thinking', null);
  const changes = [
    { key: 'type', json: '"enabled"' },
    { key: 'budget_tokens', json: String(budget) },
  ];
  return { members: [], edits: editJsonMembers(thinking, changes) };
}

/**
 * Lowers the caller's own budget if it no longer fits in the lowered output limit. Without any room, thinking is
 * removed.
 */
function loweredBudget(object: JsonObjectText, target: EffortTarget): EffortChanges {
  const thinking = object.nested('thinking');
  const limit = object.member('max_tokens');
  const isLowered = limit?.kind === 'number' && Number(object.text(limit)) > target.outputTokensMax;
  const budget = fittingBudget(budgetOf(thinking), target);
  if (thinking?.string('type') !== 'enabled' || !isLowered || budget === budgetOf(thinking)) return unchanged;
  if (budget === null) return member('thinking', null);
  return { members: [], edits: editJsonMembers(thinking, [{ key: 'budget_tokens', json: String(budget) }]) };
}

/** Messages of role `system` may have a level of their own. */
function messageChanges(object: JsonObjectText, target: EffortTarget): readonly EffortChanges[] {
  const messages = object.member('messages');
  if (messages?.kind !== 'array') return [];
  if (!object.bytes.subarray(messages.valueStart, messages.valueEnd).includes('"output_config"')) return [];
  return object.elements(messages).flatMap((element) => {
    const config = element.kind === 'object' ? object.object(element).nested('output_config') : undefined;
    const effort = config?.string('effort');
    if (config === undefined || effort === undefined || !isReasoningEffort(effort)) return [];
    const nearest = target.thinking === 'budget' ? null : nearestEffort(effort, target.efforts);
    const level = nearest === 'none' ? null : nearest;
    return [{ members: [], edits: editJsonMembers(config, stringChange(config, 'effort', level)) }];
  });
}

const unchanged: EffortChanges = { members: [], edits: [] };

function member(key: string, json: string | null): EffortChanges {
  return { members: [{ key, json }], edits: [] };
}
