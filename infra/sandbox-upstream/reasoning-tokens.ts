// How much is reasoned at each effort: of a chat completion by each choice, of a response once.

export const REASONING_TOKENS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['minimal', 2],
  ['low', 8],
  ['medium', 16],
  ['high', 32],
  ['xhigh', 64],
  ['max', 128],
]);
