import { counterObjects } from '../../protocols/answers/found-counters.ts';
import { answerLimits } from '../../wire/json-limits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { createRecordSplitter } from '../../wire/server-sent-events.ts';
import { joinedBytes } from './stream-opening.ts';

/** What follows counters is passed on without a wait beyond this many bytes. */
const heldBytesMax = 65_536;
const usageMember = Buffer.from('"usage"');

/**
 * Holds back the last record of a stream that has counters, so that the charge can be told in it. Counters that are
 * followed by more of the answer are not the last ones.
 */
export class HeldUsage {
  #held: Buffer | null = null;

  /** Takes whole records. Returns those that can be passed on; `null` for none. */
  push(bytes: Buffer | null): Buffer | null {
    if (bytes === null || (this.#held === null && !bytes.includes(usageMember))) return bytes;
    const passed: (Buffer | null)[] = [];
    const splitter = createRecordSplitter({ recordBytesMax: bytes.length });
    for (const { bytes: record, data } of splitter.push(bytes)) {
      const scanned = data === null ? null : scanJsonObject(data, answerLimits);
      const object = scanned?.kind === 'json_object' ? scanned : null;
      const follows = object === null || isBesideAnswer(object);
      // Counters of a message that begins are not its last ones.
      const hasUsage =
        object !== null && object.string('type') !== 'message_start' && counterObjects(object).length > 0;
      if (hasUsage || !follows || (this.#held?.length ?? 0) + record.length > heldBytesMax) passed.push(this.rest());
      if (hasUsage || this.#held !== null) this.#held = joinedBytes([this.#held, record]);
      else passed.push(record);
    }
    return joinedBytes(passed);
  }

  /** What is held back; `null`: nothing. */
  rest(): Buffer | null {
    const held = this.#held;
    this.#held = null;
    return held;
  }
}

/** Sent while nothing is written: a sign of life, or a chunk without choices. */
function isBesideAnswer(object: JsonObjectText): boolean {
  const choices = object.member('choices');
  return object.string('type') === 'ping' || (choices?.kind === 'array' && object.elements(choices).length === 0);
}
