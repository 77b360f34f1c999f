import type { ReasoningEffort } from '../catalogue/reasoning-effort.ts';

/** Most UTF-16 units of a text that are looked at: its beginning, and its end. */
const textHeadUnitsMax = 8_192;
const textTailUnitsMax = 4_096;

/** Most tool results that are looked at, and units of each. */
const toolResultsMax = 8;
const toolResultUnitsMax = 4_096;

/** What a tool answered on the way. */
export interface ToolResult {
  /** At most 4,096 units, through {@link clippedToolResults}. */
  readonly text: string;
  /** The caller has marked it as a failure. */
  readonly isError: boolean;
}

/** What a strategy may see of one request. Its texts are cast already; nothing in it says who asks. */
export interface RoutingQuestion {
  /** The first user turn that has text, through {@link clippedText}. */
  readonly openingText: string;
  /** The latest user turn that has text, clipped alike; the opening text in a first turn. */
  readonly latestText: string;
  /** Since the latest user turn that has text: the newest last, at most 8, through {@link clippedToolResults}. */
  readonly toolResults: readonly ToolResult[];
  /** What the caller asks for; `null`: nothing. */
  readonly effort: ReasoningEffort | null;
  /** In tokens, what the caller asks for; `null`: nothing. */
  readonly outputTokensMax: number | null;
  /** An estimate of the whole input. */
  readonly inputTokens: number;
  readonly toolCount: number;
  /** The answer must fit a schema. */
  readonly wantsSchema: boolean;
  readonly hasAttachments: boolean;
  /** Earlier turns were summed up to make room. */
  readonly isCompacted: boolean;
}

/** A text as strategies see it: the beginning and the end of one that is longer than both together. */
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
