import { matchTemplate, templateOf, type FrameTemplate, type RecordText } from './frame-template.ts';

/** How many kinds of record are remembered: a stream with several choices or channels alternates between a few. */
const templatesMax = 4;
/** Larger records are not remembered, bytes. */
const templateBytesMax = 4_096;
/** After this many records without a repetition a stream is no longer compared. */
const fruitlessTemplatesMax = 32;

/** The latest parsed records of one stream, so that records that repeat them except for a text need not be parsed. */
export class FrameTemplates {
  readonly #templates: FrameTemplate[] = [];
  #learnt = 0;
  #lastMatched = 0;
  #fruitless = 0;

  /** The template that the record at `at` repeats, and where its text ends; `null` when it repeats none. */
  match(chunk: Buffer, at: number): { readonly template: FrameTemplate; readonly textEnd: number } | null {
    for (let turn = 0; turn < this.#templates.length; turn++) {
      const place = (this.#lastMatched + turn) % this.#templates.length;
      const template = this.#templates[place];
      const textEnd = template === undefined ? -1 : matchTemplate(template, chunk, at);
      if (template === undefined || textEnd < 0) continue;
      this.#lastMatched = place;
      this.#fruitless = 0;
      return { template, textEnd };
    }
    return null;
  }

  /** Remembers a parsed record; returns `null` when it does not. */
  learn(received: RecordText, passedOn: RecordText): FrameTemplate | null {
    if (received.record.length > templateBytesMax || this.#fruitless >= fruitlessTemplatesMax) return null;
    this.#fruitless++;
    this.#lastMatched = this.#learnt++ % templatesMax;
    const template = templateOf(received, passedOn);
    this.#templates[this.#lastMatched] = template;
    if (this.#fruitless === fruitlessTemplatesMax) this.#templates.length = 0;
    return template;
  }
}
