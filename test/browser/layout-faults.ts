import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Runs in the page: it can use nothing of this program. */
const FIND_FAULTS = readFileSync(new URL('./find-layout-faults.js', import.meta.url), 'utf8');

/**
 * Layout faults of the page in a tab, one line each: the page scrolls sideways, a number breaks between its digits, an element overflows
 * its panel, cell or field, a time does not fit into its input, a control covers another one.
 */
export async function layoutFaults(tab: Page): Promise<readonly string[]> {
  return (await tab.evaluate(FIND_FAULTS)) as readonly string[];
}
