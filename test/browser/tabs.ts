import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';

/** How long a page may take to reach the state a test waits for, in ms. Generous: other tests share the two cores. */
const TIMEOUT_MS = 15_000;

export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 360, height: 740 } as const;

/** Chromium's messages when the server is gone. */
export const SERVER_GONE = /ERR_CONNECTION_(?:REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|network error|Failed to fetch/;

interface TabOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly language?: 'pt-BR' | 'en-GB' | 'en-US';
  readonly dark?: boolean;
  /** Default: this machine's time zone. */
  readonly timeZone?: string;
  readonly withoutScript?: boolean;
  /** Errors that the test provokes; any other one fails the test. */
  readonly expected?: readonly RegExp[];
}

/** Opens a tab in a new profile. The tab closes when the test ends, and the test fails if the page had any errors. */
export type OpenTab = (options?: TabOptions) => Promise<Page>;

/** One Chromium for all tests of a file. Call `const openTab = chromiumTabs()` at the top of the file. */
export function chromiumTabs(): OpenTab {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return (options = {}) => {
    if (browser === undefined) throw new Error('a tab was opened outside of a test');
    return openTab(browser, options);
  };
}

async function openTab(browser: Browser, options: TabOptions): Promise<Page> {
  const context = await browser.newContext({
    viewport: options.size ?? WIDE,
    locale: options.language ?? 'pt-BR',
    ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
    // Otherwise elements could be measured in the middle of a transition.
    reducedMotion: 'reduce',
    colorScheme: options.dark === true ? 'dark' : 'light',
    javaScriptEnabled: options.withoutScript !== true,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const troubles = watchTroubles(context);
  onTestFinished(async () => {
    await context.close();
    const expected = options.expected ?? [];
    expect(troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)))).toEqual([]);
  });
  return await context.newPage();
}

/**
 * What the developer tools would show: console messages (including violations of the Content-Security-Policy), script errors, requests that
 * failed or went to another host, dialogs.
 */
function watchTroubles(context: BrowserContext): readonly string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`script: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!/^(?:http:\/\/(?:127\.0\.0\.1|localhost):|about:|data:)/.test(request.url())) troubles.push(`request to ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? '';
    // Leaving a live page aborts its stream, and a download aborts its navigation.
    if (failure !== 'net::ERR_ABORTED') troubles.push(`request failed: ${failure} ${request.url()}`);
  });
  return troubles;
}
