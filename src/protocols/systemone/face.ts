import type { JsonFace } from '../face.ts';
import { readSystemOneInference } from './inference.ts';
import { systemOneErrors } from './error.ts';
import { systemOneTexts } from './text-map.ts';
import { readSystemOneUsage } from './usage.ts';

export const systemOneFace = {
  name: 'systemone',
  upstreamPath: '/systemone',
  forwardedHeaders: ['typesafe-danger-zone-'],
  texts: systemOneTexts,
  readUsage: readSystemOneUsage,
  read: readSystemOneInference,
  errors: systemOneErrors,
  lessWork: 'Ask fewer questions, or shorten the state',
} as const satisfies JsonFace;
