import { z } from 'zod';

/** A profile name: an exact public model name or a configured alias, 1 to 200 characters. */
export const profilePattern = /^[A-Za-z0-9][A-Za-z0-9._:/+@-]{0,199}$/;

export const profileNameSchema = z
  .string()
  .regex(profilePattern, 'a profile name: 1 to 200 characters, first a letter or digit, then also . _ : / + @ -')
  .meta({ title: 'profile name' });

/** The profiles that are public unless the configuration says otherwise. Specification §1.2. */
export const publicByDefault: ReadonlySet<string> = new Set(['light', 'average', 'advanced']);

/** Reserved for intelligent routing: usable only when authorised and configured. */
export const switchyardProfile = 'switchyard';
