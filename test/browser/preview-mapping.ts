import type { Page } from 'playwright-core';
import { formPath } from '../../src/http/admin/addresses/paths.ts';
import type { Office } from './office.ts';
import { SAMPLE_FORM } from './sample-forms.ts';

/** Logs in, maps two questions of the sample form, and opens the preview. */
export async function previewMapping(office: Office, tab: Page): Promise<void> {
  await office.logIn(tab, formPath(SAMPLE_FORM));
  const choose = (key: RegExp, value: string): Promise<unknown> => tab.getByRole('combobox', { name: key }).selectOption(value);
  await choose(/onde_podemos_te_escrever/, 'onde_podemos_te_escrever?=email');
  await choose(/número_do_seu_zap/, 'qual_é_o_número_do_seu_zap_com_ddd_para_a_gente_conversar?=telefone');
  await tab.locator('form[action$="/previa"] button').click();
  await tab.locator('form[action$="/mapa"]').waitFor();
}
