import { LinkReader, type Link } from './link-reader.ts';
import { namedHost } from './named-host.ts';
import type { JoinedTexts } from '../text-restorer.ts';
import { nextInLink } from './own-links.ts';

/** The links in which values are restored. In all others the placeholders stay. */
export interface LinkRules {
  /**
   * Hosts that values may be sent to, in lower case; `*.example.com` stands for all hosts below, and `*` for all hosts.
   */
  readonly hosts: ReadonlySet<string>;
  /** The beginnings of links, up to a value in them, that the caller has sent himself: see `own-links.ts`. */
  readonly own: ReadonlySet<string>;
}

/** Among the hosts it stands for all hosts. */
export const everyHost = '*';

/** No value is restored in a link. */
export const noLinks: LinkRules = { hosts: new Set(), own: new Set() };

/**
 * Decides for one text of an upstream whether a value may be inserted where a placeholder stands. A text that somebody
 * has planted in a request can make a model write a link to its own host, with placeholders of the caller in it.
 * Whoever shows or follows that link would send the values there. So a value is inserted into an absolute link only if
 * its host is among the {@link LinkRules}, or if the same link, with the same values, came from the caller.
 *
 * The text is given in any pieces. The time grows with its length, not with the number of placeholders.
 */
export class LinkGuard implements JoinedTexts {
  readonly #rules: LinkRules;
  readonly #isOpen: boolean;
  readonly #reader = new LinkReader();
  /** The link that was asked about last. */
  #link: Link | null = null;
  #isOpenHost = false;
  #isDenied = false;
  #known = '';

  constructor(rules: LinkRules) {
    this.#rules = rules;
    this.#isOpen = rules.hosts.has(everyHost);
  }

  /** Takes in text that stays as it is. */
  pass(text: string): void {
    if (!this.#isOpen) this.#reader.pass(text);
  }

  /** Whether a value may be inserted after what was passed. */
  mayInsert(value: string): boolean {
    const link = this.#isOpen ? null : this.#reader.current();
    if (link === null) return true;
    if (link !== this.#link) {
      this.#link = link;
      this.#isDenied = false;
      this.#known = '';
      this.#isOpenHost = isAmong(this.#rules.hosts, namedHost(link.text));
    }
    if (this.#isOpenHost) return true;
    this.#isDenied ||= link.isTooLong;
    if (!this.#isDenied) {
      this.#known = nextInLink(this.#known, link.takeRead(), value);
      this.#isDenied = !this.#rules.own.has(this.#known);
    }
    return !this.#isDenied;
  }
}

/** Whether values may be sent to a host; `null`: it cannot be told. */
function isAmong(hosts: ReadonlySet<string>, host: string | null): boolean {
  if (host === null) return false;
  if (hosts.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (hosts.has(`*${host.slice(dot)}`)) return true;
  }
  return false;
}
