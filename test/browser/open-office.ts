import { onTestFinished } from 'vitest';
import { Office, type OfficeOptions } from './office.ts';

/** Opens an office for one test; it is closed after the tabs that look into it. */
export async function openOffice(options?: OfficeOptions): Promise<Office> {
  const office = await Office.open(options);
  onTestFinished(() => office[Symbol.asyncDispose]());
  return office;
}
