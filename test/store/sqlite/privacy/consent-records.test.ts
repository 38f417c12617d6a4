import { expect, test } from 'vitest';
import { openForWriting } from '../../../../src/store/sqlite/open-for-writing.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, processEvent } from '../../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import { leadFields, leadIntent, T0 } from '../../../support/factories.ts';
import { TempDir } from '../../../support/temp-dir.ts';

test.each([
  ["update consentimentos set decisao = 'negado'", false],
  ["update consentimentos set texto = 'something else'", false],
  ['update consentimentos set vale_desde = 0', false],
  ['update consentimentos set texto = null', false],
  ['delete from consentimentos', false],
  ["update consentimentos set texto = 'for ***'", true],
  ["update consentimentos set finalidade = 'apagada:' || id, texto = null, ip = null, ip_pessoa = null, motivo = null", true],
])('the records of consents can only be added to, except that a person is erased: %s', async (sql, isAllowed) => {
  using folder = new TempDir();
  const path = placeEmptyDatabase(folder.file('test.db'));
  const store = openSqliteStore(`sqlite:${path}`, T0);
  await addCampaign(store);
  const consents = [{ purpose: 'ads', granted: true, text: 'for Ana' }];
  await processEvent(store, 'a', leadIntent('a', { fields: leadFields({ consents }) }));
  await store.close();
  const driver = openForWriting(path);
  const change = () => driver.exec(sql);
  if (isAllowed) change();
  else expect(change).toThrow('append-only');
  driver.close();
});
