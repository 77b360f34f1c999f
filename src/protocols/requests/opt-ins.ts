import { shownName } from './request-fields.ts';

/**
 * What headers of the protocols enable. An unknown opt-in may change the amount of work, or its price, as a member of a
 * body may.
 */

/** What headers ask for, as far as the gateway needs to know. */
export interface OptIns {
  /** The first opt-in that may change the amount of work, as `header: value`; `null`: all are known. */
  readonly unknown: string | null;
  /** The first that the gateway understands and does not serve; `null`: none. */
  readonly refused: string | null;
  /** The context window asked for, tokens; `null`: the model's own. */
  readonly windowTokens: number | null;
}

const noOptIns: OptIns = { unknown: null, refused: null, windowTokens: null };

/** Opt-ins by which another model answers when the first one fails, at its own price. */
const fallback = /fallback/i;

const longWindow = /^context-1m-/;
const longWindowTokens = 1_000_000;

/**
 * Values of `anthropic-beta` without their dates. They enable members and tools, which are checked themselves, or
 * change the format of an answer. Sources: the type `AnthropicBeta` of the official client (1.14 and 0.137), its Beta
 * headers page, and what Claude Code sends.
 */
const knownBetas: ReadonlySet<string> = new Set(
  [
    'computer-use output-128k output-300k mcp-client dev-full-thinking interleaved-thinking code-execution',
    'context-management model-context-window-exceeded fast-mode user-profiles user-profiles-billing advisor-tool',
    'thinking-token-count mid-conversation-tool-changes compact structured-outputs task-budgets',
    'thinking-display-updates mid-conversation-output-config thinking-binding-controls',
    'mid-conversation-system-clear-at inline-tools message-threads message-batches prompt-caching pdfs token-counting',
    'token-efficient-tools files-api extended-cache-ttl skills cache-diagnosis max-tokens-3-5-sonnet',
    'fine-grained-tool-streaming search-results web-search web-fetch memory-tool',
    'claude-code advanced-tool-use tool-search-tool tool-examples effort prompt-caching-scope redact-thinking oauth',
    'afk-mode summarize-connector-text',
  ].flatMap((names) => names.split(' ')),
);

/** Clients of System One name their options freely after this prefix. */
export const freePrefix = 'typesafe-danger-zone-';

/** Experiments of the official client that name a surface and change nothing that is counted. */
const knownOpenaiBetas = /^(assistants=v\d|responses=(experimental|v1)|responses_websockets=[\d-]+)$/;

/** Reads the headers that go upstream, names in lower case. */
export function readOptIns(headers: Readonly<Record<string, string>>): OptIns {
  let found = noOptIns;
  for (const [name, values] of Object.entries(headers)) {
    if (!isOptIn(name)) continue;
    for (const value of values.split(',').map((each) => each.trim())) {
      if (value !== '') found = withOptIn(found, name, value);
    }
  }
  return found;
}

/** An opt-in that the gateway does not know, in a header that goes upstream. */
export interface UnknownOptIn {
  readonly header: string;
  /** The part of the header's name that is not of the protocol, and the value. */
  readonly text: string;
  /** Whether it is written like a word of a protocol: without blanks, and without signs that such words never have. */
  readonly isWord: boolean;
}

const word = /^[a-z][\w.=-]{0,127}$/i;
const versionDate = /^\d{4}-\d{2}-\d{2}$/;

/** What headers that go upstream contain besides known words. A person may have written it. Names in lower case. */
export function unknownOptIns(headers: Readonly<Record<string, string>>): readonly UnknownOptIn[] {
  return Object.entries(headers).flatMap(([header, values]) => {
    if (header === 'anthropic-version') {
      return versionDate.test(values) ? [] : [{ header, text: values, isWord: word.test(values) }];
    }
    if (!isOptIn(header)) return [];
    const own = header.startsWith(freePrefix) ? header.slice(freePrefix.length) : '';
    return values
      .split(',')
      .map((each) => each.trim())
      .filter((value) => value !== '' && withOptIn(noOptIns, header, value).unknown !== null)
      .map((value) => ({ header, text: own === '' ? value : `${own}: ${value}`, isWord: word.test(value) }));
  });
}

function isOptIn(name: string): boolean {
  return name === 'anthropic-beta' || name === 'openai-beta' || name.startsWith(freePrefix);
}

function withOptIn(found: OptIns, name: string, value: string): OptIns {
  const shown = `${name}: ${shownName(value)}`;
  if (name === 'openai-beta' && knownOpenaiBetas.test(value)) return found;
  if (name === 'anthropic-beta') {
    if (fallback.test(value)) return { ...found, refused: found.refused ?? shown };
    if (longWindow.test(value)) return { ...found, windowTokens: longWindowTokens };
    if (knownBetas.has(value.replace(/-\d{4}-?\d{2}-?\d{2}$/, ''))) return found;
  }
  return { ...found, unknown: found.unknown ?? shown };
}
