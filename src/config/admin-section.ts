import { z } from 'zod';

/** The section `admin`: how the console is called. */
export const adminSection = z
  .strictObject({
    public_url: z
      .url({ protocol: /^https$/ })
      .refine((text) => URL.canParse(text) && ['', '/'].includes(new URL(text).pathname), 'an origin, without a path')
      .optional()
      .describe(
        'The https origin by which browsers call the console through a proxy, such as `https://console.example`. It decides which `Host` and `Origin` are accepted. Absent: the console answers at loopback addresses alone.',
      ),
  })
  .prefault({})
  .describe('How the console of the management listener is called.');
