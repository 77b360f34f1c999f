// Tools that the sandbox runs itself, as providers do: searches and pages, all of them made up.
import type { Directions } from './misbehaviour.ts';
import { signatureOf } from './thinking-signature.ts';

const TOKENS_PER_RESULT = 50;

/** How often each tool was used. */
export interface HostedUses {
  readonly searches: number;
  readonly fetches: number;
  /** Uses beyond a limit: the model is told so, and reads on. */
  readonly refused: number;
}

export const NO_USES: HostedUses = { searches: 0, fetches: 0, refused: 0 };

/** How often a model would use them: as directed, else once where the words of the user ask for it. */
export function wantedUses(text: string, { parameters }: Directions): HostedUses {
  return {
    searches: parameters.web_searches ?? Number(text.includes('search the web')),
    fetches: parameters.web_fetches ?? Number(text.includes('fetch the page')),
    refused: 0,
  };
}

/** What the input counts for: it is read anew after each use, with what the tool brought, if it was let. */
export function promptTokensWith(promptTokens: number, { searches, fetches, refused }: HostedUses): number {
  const uses = searches + fetches;
  return promptTokens * (1 + uses + refused) + TOKENS_PER_RESULT * uses;
}

export const queryOf = (at: number): string => `query ${at + 1}`;
export const pageOf = (at: number): string => `https://sandbox.example/page-${at + 1}`;

/** What stands for the text of a page; it comes back as it was. */
export const encryptedPage = (apiKey: string, url: string): string => signatureOf(apiKey, `page ${url}`);
