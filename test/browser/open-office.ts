import { onTestFinished } from 'vitest';
import { Office, type OfficeOptions } from './office.ts';

/** Opens an office for one test; it closes after the tabs that use it. */
export async function openOffice(options?: OfficeOptions): Promise<Office> {
  const office = await Office.open(options);
  onTestFinished(() => office[Symbol.asyncDispose]());
  return office;
}
