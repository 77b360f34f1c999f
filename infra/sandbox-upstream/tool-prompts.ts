// Providers put prompts of their own before a request with tools: one that says how they are called, and one for each tool
// that the request only names. A model whose name sets `tool_prompt_tokens` counts so many tokens for each.
import { isFields } from './ask.ts';
import type { Fields } from './ask.ts';

const EACH = /tool_prompt_tokens-(\d+)/;
const DESCRIBED = new Set(['function', 'custom', 'namespace']);

export function toolPromptTokens({ model, tools, functions }: Fields): number {
  const each = Number(EACH.exec(String(model))?.[1] ?? 0);
  const offered = [tools, functions].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  const named = offered.filter(
    (tool) => isFields(tool) && !DESCRIBED.has(typeof tool['type'] === 'string' ? tool['type'] : 'custom'),
  );
  return offered.length === 0 ? 0 : each * (1 + named.length);
}
