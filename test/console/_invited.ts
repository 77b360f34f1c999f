import type { AdminScene, Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import type { HttpReply } from '../_support/http-call.ts';
import { ScriptedAuthenticator, type Faults } from '../_support/scripted-authenticator.ts';

type Scene = Pick<AdminScene, 'adminUrl' | 'ask' | 'people'>;

/** The public address of the console in these scenes. */
export const publicUrl = 'https://console.example';

let browsers = 0;

/** A browser with a device, which calls the console through a proxy from an address of its own. */
export class PasskeyVisitor extends ConsoleVisitor {
  readonly device: ScriptedAuthenticator;

  constructor(scene: Pick<Scene, 'adminUrl'>, device?: ScriptedAuthenticator) {
    browsers += 1;
    const from = `198.51.${browsers >> 8}.${browsers & 255}`;
    super(scene.adminUrl, { publicUrl, from });
    this.device = device ?? new ScriptedAuthenticator(this.origin);
  }

  /** What the page that was seen last asks a device for. */
  options(): string {
    return (/data-options="([^"]*)"/.exec(this.page)?.[1] ?? '').replaceAll('&quot;', '"');
  }

  /** Opens a link, and sets a passkey with it. */
  async accept(link: string, faults: Faults = {}): Promise<HttpReply> {
    const opened = await this.get(link);
    if (opened.status !== 200) return opened;
    return await this.answerLink(this.device.create(this.options(), faults));
  }

  /** Sends an answer of a device with the form of a link that was opened. */
  answerLink(answer: string): Promise<HttpReply> {
    return this.post('/console/invitation', { user: this.hidden('user'), secret: this.hidden('secret'), answer });
  }

  async logInByPasskey(faults: Faults = {}, next = ''): Promise<HttpReply> {
    await this.get('/console/log-in');
    const answer = this.device.get(this.options(), faults);
    return await this.post('/console/log-in/passkey', { answer, next });
  }
}

/** A link for a person, as a path of the console. */
export async function invite(scene: Scene, person: Pick<Person, 'userId'>, body: object = {}): Promise<string> {
  const { operator } = scene.people;
  const { status, json } = await scene.ask(operator, `/users/${person.userId}/invitations`, { method: 'POST', body });
  if (status !== 200) throw new Error(`invitation: ${status} ${JSON.stringify(json)}`);
  return new URL(String(json['secret'])).href.slice(publicUrl.length);
}
