import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { isAsked, upstreamChoice } from './uncounted-member.ts';

/** Raises `GatewayError` (400) for a request that chooses its provider at a target whose prices do not cover all. */
export function assertChosenUpstreamPriced(object: JsonObjectText, { arePricesOfAllProviders }: Target): void {
  if (arePricesOfAllProviders || !isAsked(object, upstreamChoice)) return;
  if (object.member(upstreamChoice)?.kind === 'false') return;
  throw new GatewayError('unsupported_parameter', {
    detail: `\`${upstreamChoice}\` chooses which provider serves the request, at a price of its own. This model's target does not have \`prices_cover_providers: true\`.`,
    param: upstreamChoice,
  });
}
