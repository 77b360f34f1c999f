import { withoutCost } from './without-cost.ts';

/** What came of an answer, also where its connection broke before its end; without the comment that tells its cost. */
export async function readText({ body }: Response): Promise<string> {
  let text = '';
  const pieces = body?.pipeThrough(new TextDecoderStream()) ?? [];
  try {
    for await (const piece of pieces) text += piece;
  } catch {
    // Its end is missing.
  }
  return withoutCost(text);
}
