import { isCounters, isCount, noUsage, readChatUsage, type UsageReading } from '../../domain/usage.ts';

/**
 * Reads the parsed `usage` of an audio answer: tokens, with or without `type: tokens`; `type: duration` with seconds;
 * the characters that a speech provider counts; or several of them. `null` when it has none of them.
 */
export function readAudioUsage(usageJson: unknown): UsageReading | null {
  if (!isCounters(usageJson)) return null;
  const tokens = readChatUsage({
    prompt_tokens: usageJson['input_tokens'],
    completion_tokens: usageJson['output_tokens'],
    total_tokens: usageJson['total_tokens'],
    prompt_tokens_details: usageJson['input_token_details'],
  });
  const characters = usageJson['input_characters'];
  const milliseconds = millisecondsOf(usageJson['seconds']);
  if (tokens === null && !isCount(characters) && milliseconds === null) return null;
  return {
    usage: {
      ...(tokens?.usage ?? noUsage),
      input_characters: isCount(characters) ? characters : 0,
      audio_milliseconds: milliseconds ?? 0,
    },
    corrected: tokens?.corrected ?? [],
  };
}

/** A hundred days: no recording is longer. */
const secondsMax = 8_640_000;

/**
 * Seconds as a provider writes them, whole or with a fraction, converted to milliseconds and rounded up. Digits beyond
 * microseconds are floating-point noise. `null` for a value that is no duration.
 */
export function millisecondsOf(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= secondsMax)) return null;
  return Math.ceil(Math.trunc(seconds * 1_000_000 + 0.5) / 1_000);
}
