import { eventCatalogue, type DomainEvent } from '../../domain/event-catalogue.ts';
import { quickShape, shapeOfPart, type QuickShape } from '../../domain/quick-shape.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { cutText, EventTemplate, structureOf } from './event-template.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** Most templates kept for one event type: charges have one for each number of lines. */
const templatesMax = 16;
/** Longer texts are always parsed: sealed contents, closings of large wallets. */
const templateCharactersMax = 4_096;
/** How many more texts of one type may be learnt from than templates have matched: bounds the cost of learning. */
const learntMax = 500;

/** Reads the events of one type: by templates where one matches, else by parsing. */
class TypeReader {
  readonly #type: DomainEvent['type'];
  readonly #quick: QuickShape;
  readonly #templates: EventTemplate[] = [];
  #credit = learntMax;
  #last = 0;

  constructor(type: DomainEvent['type']) {
    this.#type = type;
    this.#quick = quickShape(eventCatalogue[type]);
  }

  read(text: string): DomainEvent | Mismatch {
    const known = text.length <= templateCharactersMax ? this.#known(text) : null;
    if (known !== null) return this.#event(known);
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return mismatch('event_data', 'JSON', text.slice(0, 200));
    }
    if (!this.#quick(content)) return this.#refused(content) ?? this.#event(content);
    // Every schema describes an object.
    this.#learn(text, content as object);
    return this.#event(content);
  }

  #event(data: unknown): DomainEvent {
    // The catalogue pairs each type with its data.
    return { type: this.#type, data } as DomainEvent;
  }

  #known(text: string): object | null {
    const { length } = this.#templates;
    for (let turn = 0; turn < length; turn += 1) {
      const place = (this.#last + turn) % length;
      const found = this.#templates[place]?.match(text) ?? null;
      if (found === null) continue;
      this.#last = place;
      this.#credit += 1;
      return found;
    }
    return null;
  }

  /** Checks data that the quick shape rejects against the schema itself. */
  #refused(content: unknown): Mismatch | null {
    const parsed = eventCatalogue[this.#type].safeParse(content);
    // Data is returned as recorded, not as the schema outputs it: read models keep the order of its keys.
    if (parsed.success) return null;
    const issue = parsed.error.issues[0];
    const path = issue?.path.join('.') ?? '';
    const found = path === '' ? 'other data' : `${path} is wrong`;
    return mismatch('event_data', `${this.#type} data: ${issue?.message ?? 'its shape'}`, found);
  }

  #learn(text: string, content: object): void {
    if (this.#credit <= 0 || text.length > templateCharactersMax || JSON.stringify(content) !== text) return;
    this.#credit -= 1;
    const cut = cutText(content);
    const structure = structureOf(cut);
    const known = this.#templates.findIndex((template) => template.structure === structure);
    const template = this.#templates[known] ?? new EventTemplate(content, cut);
    if (!template.widen(cut, (path) => shapeOfPart(eventCatalogue[this.#type], path))) {
      this.#templates.splice(known, known < 0 ? 0 : 1);
    } else if (known < 0) {
      this.#templates.unshift(template);
      this.#templates.length = Math.min(this.#templates.length, templatesMax);
    }
  }
}

/** Decodes recorded events, and reports those that this version does not know or whose data is invalid. */
export class EventReader {
  readonly #types = new Map(
    // The keys of the catalogue are the event types.
    (Object.keys(eventCatalogue) as DomainEvent['type'][]).map((type) => [type as string, new TypeReader(type)]),
  );

  read({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): DomainEvent | Mismatch {
    return (
      this.#types.get(type)?.read(data) ?? mismatch('event_type', 'a type that this version of Waybill knows', type)
    );
  }
}
