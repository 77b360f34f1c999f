import { isIP } from 'node:net';
import { z } from 'zod';

const networkSchema = z.string().refine((text) => {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}, 'a block of addresses such as 10.20.0.0/16 or fd00:20::/32');

/** The section `webhooks`: where alerts may be sent. */
export const webhooksSection = z
  .strictObject({
    networks: z
      .array(networkSchema)
      .max(100)
      .default([])
      .describe(
        'Blocks of addresses of your own networks that alerts may be sent to, by https. Others have to be public.',
      ),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe('Path of certificates, PEM, that receivers in `networks` may be signed by beside the usual ones.'),
    http_loopback: z
      .boolean()
      .default(false)
      .describe('Whether alerts may be sent by http to a loopback address: for trials on one machine.'),
  })
  .prefault({});
