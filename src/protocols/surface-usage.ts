import { readAudioUsage } from './audio/usage.ts';
import { readEmbeddingsUsage } from './embeddings/usage.ts';
import { readMessagesUsage } from './messages/usage.ts';
import { readResponsesUsage } from './responses/usage.ts';
import { readSystemOneUsage } from './systemone/usage.ts';
import { readUsage, type UsageReading } from '../domain/usage.ts';

/** How the protocol of each surface, by its name, writes what was consumed. */
const readers: ReadonlyMap<string, (usageJson: unknown) => UsageReading | null> = new Map([
  ['audio_speech', readAudioUsage],
  ['audio_transcriptions', readAudioUsage],
  ['audio_translations', readAudioUsage],
  ['chat_completions', readUsage],
  ['embeddings', readEmbeddingsUsage],
  ['messages', readMessagesUsage],
  ['responses', readResponsesUsage],
  ['systemone', readSystemOneUsage],
]);

/** Reads a parsed `usage` value of a surface; `null` when nothing can be learnt from it. */
export function readSurfaceUsage(surface: string, usageJson: unknown): UsageReading | null {
  return readers.get(surface)?.(usageJson) ?? null;
}
