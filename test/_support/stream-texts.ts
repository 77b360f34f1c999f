import { endedBy, textKey, type ChannelUse } from '../../src/personal-data/channel-uses.ts';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import { channelUsesOf } from './parsed-texts.ts';

export interface StreamTexts {
  /** What the pieces of each text joined to, by its channel and what tells it from others. */
  readonly texts: ReadonlyMap<string, string>;
  /** Texts that went on after they had ended. */
  readonly late: readonly string[];
  /** Repetitions that say something else than the pieces did. */
  readonly disagreeing: readonly string[];
}

/** Joins the texts of a stream by the declarations of its surface, and holds them against what repeats them. */
export function textsOfStream(map: TextMap, records: readonly unknown[]): StreamTexts {
  const texts = new Map<string, string>();
  const ended: ChannelUse[] = [];
  const late: string[] = [];
  const disagreeing: string[] = [];
  for (const use of records.flatMap((record) => channelUsesOf(map, record))) {
    const key = textKey(use);
    if (use.use === 'end') ended.push(use);
    else if (use.use === 'piece') {
      if (use.text !== '' && endedBy(ended)(use)) late.push(key);
      texts.set(key, (texts.get(key) ?? '') + use.text);
    } else if (texts.has(key) && texts.get(key) !== use.text) {
      disagreeing.push(`${key}: ${texts.get(key)} is repeated as ${use.text} by ${use.path}`);
    }
  }
  return { texts, late, disagreeing };
}
