import { chatTexts } from './text.ts';
import { editsBeside, type ByteEdit } from '../../wire/byte-edits.ts';
import { hasError } from '../../wire/error-field.ts';
import { editJsonMembers, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import type { ShownSelection } from '../../domain/selection/shown-selection.ts';
import { otherTextBytes } from '../answers/other-texts.ts';
import { openaiRepeatedTypes, unrepeatedEdits } from '../answers/unrepeated-edits.ts';
import { selectionChange } from '../streams/selection-change.ts';

/** One chunk of a chat stream: its content, and what the client's copy of it needs. */
export interface ChatFrame {
  /** The edits that make it the client's copy; offsets count in the frame's JSON. */
  readonly edits: readonly ByteEdit[];
  /** It holds only usage counters and no choices. */
  readonly isUsageOnly: boolean;
  /** A top-level `error` that says anything. */
  readonly hasError: boolean;
  readonly serviceTier: string | null;
  readonly choices: readonly FrameChoice[];
  /** The generated texts in it, of all choices. */
  readonly texts: readonly JsonSpan[];
  /** Bytes of texts at other places, of choices without any of these. */
  readonly otherBytes: number;
}

interface FrameChoice {
  /** The choice's `index`, as written. */
  readonly index: string;
  /** It has a `finish_reason`. */
  readonly isFinished: boolean;
}

export interface FrameRules {
  /** The client's name of the model. */
  readonly clientModel: string;
  /** The client asked for counters; otherwise `usage` is removed. */
  readonly includeUsage: boolean;
  /** Reported beside the counters; absent: nothing is reported. */
  readonly selection?: ShownSelection | null;
}

/** Reads one frame. Members of the wrong type are passed on and treated as absent. */
export function readChatFrame(object: JsonObjectText, rules: FrameRules): ChatFrame {
  const changes: MemberChange[] = [];
  const model = object.member('model');
  if (model?.kind === 'string' && object.decode(model) !== rules.clientModel) {
    changes.push({ key: 'model', json: JSON.stringify(rules.clientModel) });
  }
  const usage = object.member('usage');
  if (usage !== undefined && !rules.includeUsage) changes.push({ key: 'usage', json: null });
  const isError = hasError(object);
  const choices: FrameChoice[] = [];
  const texts: JsonSpan[] = [];
  const { ofErrors, otherBytes } = readChoices(object, choices, texts);
  const isUsageOnly = choices.length === 0 && (usage?.kind === 'object' || usage?.kind === 'array') && !isError;
  if (isUsageOnly) changes.push(...selectionChange(rules.selection ?? null));
  return {
    edits: changes.length === 0 ? ofErrors : editsBeside(editJsonMembers(object, changes), ofErrors),
    isUsageOnly,
    hasError: isError,
    serviceTier: object.string('service_tier') ?? null,
    choices,
    texts,
    otherBytes,
  };
}

/** Returns the edits of errors that stand in single choices, and the bytes of texts at other places. */
function readChoices(
  object: JsonObjectText,
  choices: FrameChoice[],
  texts: JsonSpan[],
): { readonly ofErrors: readonly ByteEdit[]; readonly otherBytes: number } {
  const edits: ByteEdit[] = [];
  let otherBytes = 0;
  const member = object.member('choices');
  if (member?.kind !== 'array') return { ofErrors: edits, otherBytes };
  for (const element of object.elements(member)) {
    if (element.kind !== 'object') continue;
    const choice = object.object(element);
    const index = choice.member('index');
    // Some servers write an empty reason while there is none.
    const isFinished = (choice.string('finish_reason') ?? '') !== '';
    choices.push({ index: index === undefined ? '0' : choice.text(index), isFinished });
    const delta = choice.nested('delta');
    const known = delta === undefined ? [] : chatTexts(delta);
    if (known.length > 0) for (const text of known) texts.push(text);
    else if (delta?.members.length !== 0) otherBytes += otherTextBytes(delta ?? choice);
    const error = choice.nested('error');
    if (error !== undefined) edits.push(...unrepeatedEdits(object.bytes, openaiRepeatedTypes, error));
  }
  return { ofErrors: edits, otherBytes };
}
