import type { Language } from '../../admin/markup/languages.ts';
import { GatewayError } from '../../errors.ts';

/**
 * Refuses an amount that says a thousand to readers of German and Italian, whose pages write it so, and one to the API:
 * `1.000`. Raises `invalid_value`.
 */
export function assertReadOneWay(form: URLSearchParams, language: Language): void {
  if (language === 'en') return;
  for (const [param, text] of form) {
    const [, whole = '', rest = ''] = /^\s*([1-9]\d{0,2})\.(\d{3})\s*$/.exec(text) ?? [];
    if (!param.endsWith('_eur') || whole === '') continue;
    throw new GatewayError('invalid_value', {
      detail: `\`${param}\` can be read as ${whole}${rest} and as ${whole} with decimals.`,
      next: `Write \`${whole}${rest}.00\`, or \`${whole}.${rest}0\`.`,
      param,
    });
  }
}
