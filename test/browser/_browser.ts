// The remote control of a real browser, and a judge of accessibility: installed with the suite, not with the project.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Teardown } from '../_support/gateway.ts';

const folder = join(import.meta.dirname, '..', '..', 'infra', 'console');
const installed = createRequire(join(folder, 'package.json'));

/** What is used of `playwright-core`. */
interface Answered {
  status(): number;
}
export interface BrowserPage {
  goto(url: string): Promise<Answered | null>;
  waitForURL(url: string | RegExp): Promise<void>;
  url(): string;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  selectOption(selector: string, value: string): Promise<unknown>;
  setInputFiles(
    selector: string,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void>;
  dblclick(selector: string): Promise<void>;
  goBack(): Promise<Answered | null>;
  textContent(selector: string): Promise<string | null>;
  waitForSelector(selector: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  screenshot(): Promise<Buffer>;
  emulateMedia(media: { readonly colorScheme?: 'light' | 'dark'; readonly media?: 'print' }): Promise<void>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  on(event: 'console' | 'pageerror', listener: (told: { text?(): string; readonly message?: string }) => void): void;
}
/** The protocol of Chromium's developer tools. */
interface ToolsSession {
  send(method: string, asked?: object): Promise<unknown>;
}
interface BrowserContext {
  newPage(): Promise<BrowserPage>;
  newCDPSession(page: BrowserPage): Promise<ToolsSession>;
  clearCookies(): Promise<void>;
}
interface Browser {
  newContext(options: {
    readonly locale: string;
    readonly javaScriptEnabled: boolean;
    readonly permissions: readonly string[];
  }): Promise<BrowserContext>;
  close(): Promise<void>;
}
const { chromium } = installed('playwright-core') as {
  readonly chromium: { launch(options: { executablePath: string; args: readonly string[] }): Promise<Browser> };
};
const axe = readFileSync(installed.resolve('axe-core/axe.min.js'), 'utf8');

export interface Visiting {
  readonly page: BrowserPage;
  readonly context: BrowserContext;
  /** What the browser complained of: scripts that failed, and what its policy refused. */
  readonly complaints: readonly string[];
}

/** A browser with a profile of its own. */
export async function browse(t: Teardown, { locale = 'en-GB', javaScriptEnabled = true } = {}): Promise<Visiting> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // The sandbox of Chromium does not run as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  t.teardown(() => browser.close());
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ locale, javaScriptEnabled, permissions });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message = '' }) => complaints.push(message));
  page.on('console', (told) => {
    const text = told.text?.() ?? '';
    // A refused form is an answer of the console, no fault of a page.
    if (!text.startsWith('Failed to load resource')) complaints.push(text);
  });
  return { page, context, complaints };
}

/** What the judge finds on a page, by rule and place. */
export async function violationsOn(page: BrowserPage): Promise<readonly string[]> {
  const found = (await page.evaluate(`${axe}; axe.run(document)`)) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: object }[] }[];
  };
  return found.violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes.map(({ target }) => target))}`);
}

/** A device for passkeys that confirms everything, in the page's browser. */
export async function virtualAuthenticator(context: Visiting['context'], page: BrowserPage): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
