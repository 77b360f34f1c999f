import { channelUseSpansOf } from '../../src/personal-data/channel-uses.ts';
import type { TextMap } from '../../src/personal-data/text-map.ts';
import type { TextRestorer } from '../../src/personal-data/text-restorer.ts';
import { noToolUses } from '../../src/domain/usage.ts';
import {
  fixedRecord,
  passed,
  type RecordMeaning,
  type StreamProtocol,
} from '../../src/protocols/streams/stream-protocol.ts';
import { readStream, type ReadingOptions, type StreamReader } from '../../src/protocols/streams/stream-reader.ts';

/** A protocol of which every record passes, and tells nothing new but its one piece of a text. */
function passingStream(texts: TextMap): StreamProtocol {
  return {
    usage: null,
    reading: null,
    serviceTier: null,
    contentBytes: 0,
    toolUses: noToolUses,
    read: (_record, data): RecordMeaning => {
      const uses = channelUseSpansOf(texts, data);
      return {
        kind: 'passed',
        edits: [],
        eventName: null,
        onlyText: uses.length === 1 ? (uses[0]?.span ?? null) : null,
      };
    },
    readDoneMark: () => passed(),
    readTrailer: () => undefined,
    repeat: () => undefined,
    isComplete: () => true,
    lastRecord: () => null,
    errorRecord: () => fixedRecord(Buffer.alloc(0)),
  };
}

export interface RestoredOptions extends Omit<ReadingOptions, 'words'> {
  readonly texts: TextMap;
  readonly restorer: TextRestorer;
}

/** A stream of which nothing is changed but its texts. */
export function restoredStream({ texts, restorer, ...options }: RestoredOptions): StreamReader {
  return readStream(passingStream(texts), { ...options, words: { texts, restorer, ids: null } });
}
