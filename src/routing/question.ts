import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';

/** Most UTF-16 units that are read of a text: of its beginning and of its end. */
const textHeadUnitsMax = 8_192;
const textTailUnitsMax = 4_096;

/** How many tool results are read. */
const toolResultsMax = 8;
const toolResultUnitsMax = 4_096;

/** The result of a tool. */
export interface ToolResult {
  /** At most 4,096 units, through {@link clippedToolResults}. */
  readonly text: string;
  /** The caller has marked it as a failure. */
  readonly isError: boolean;
}

/** What a strategy may see of one request. Its texts are already cast, and nothing in it identifies the caller. */
export interface RoutingQuestion {
  /** The first user turn that has text, through {@link clippedText}. */
  readonly openingText: string;
  /** The latest user turn with text, clipped in the same way; in a first turn the opening text. */
  readonly latestText: string;
  /** Results since the latest user turn with text, the newest last, at most 8, through {@link clippedToolResults}. */
  readonly toolResults: readonly ToolResult[];
  /** The effort that the caller asks for; `null`: none. */
  readonly effort: ReasoningEffort | null;
  /** The limit that the caller asks for, tokens; `null`: none. */
  readonly outputTokensMax: number | null;
  /** An estimate of the whole input. */
  readonly inputTokens: number;
  readonly toolCount: number;
  /** The answer must fit a schema. */
  readonly wantsSchema: boolean;
  readonly hasAttachments: boolean;
  /** Earlier turns were summarised to save room. */
  readonly isCompacted: boolean;
}

/** A text as strategies see it: the beginning and the end of a long one. */
export function clippedText(text: string): string {
  if (text.length <= textHeadUnitsMax + textTailUnitsMax) return text;
  return text.slice(0, textHeadUnitsMax) + text.slice(-textTailUnitsMax);
}

/** Tool results as strategies see them: the newest, each by its beginning and its end. */
export function clippedToolResults(results: readonly ToolResult[]): readonly ToolResult[] {
  const half = toolResultUnitsMax / 2;
  return results.slice(-toolResultsMax).map(({ text, isError }) => ({
    text: text.length <= toolResultUnitsMax ? text : text.slice(0, half) + text.slice(-half),
    isError,
  }));
}
