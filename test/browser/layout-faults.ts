import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Runs in the page: nothing of this program is there. */
const FIND_FAULTS = readFileSync(new URL('./find-layout-faults.js', import.meta.url), 'utf8');

/**
 * What is wrong with the shape of the page in a tab, one line each: the page scrolls sideways, a number is broken between its digits, something
 * leaves the panel, cell or field it belongs to, a time does not fit into its field, a control lies over another one.
 */
export async function layoutFaults(tab: Page): Promise<readonly string[]> {
  return (await tab.evaluate(FIND_FAULTS)) as readonly string[];
}
