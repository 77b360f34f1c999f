import { z } from 'zod';

const urlMax = 2_000;
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a webhook may have this address, whatever the gateway that sends lets through. Never raises. */
function isWebhookUrl(text: string): boolean {
  if (text.length > urlMax || !/^[\x21-\x7e]+$/.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname));
}

/** The address of a webhook. */
export const webhookUrlInput = z
  .string()
  .max(urlMax)
  .refine(isWebhookUrl, 'an https URL without a name, password or fragment; http for a loopback address alone')
  .meta({ pattern: '^https?://[!-~]+$', examples: ['https://hooks.example/waybill'] })
  .describe('An `https` URL. It stays in the ledger for ever: do not put a secret into it.');
