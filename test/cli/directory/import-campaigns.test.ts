import { expect, test } from 'vitest';
import { importCampaigns } from '../../../src/cli/directory/import-campaigns.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { TempDir } from '../../support/temp-dir.ts';

test('a link that another operator made meanwhile leaves no half of the file behind', async () => {
  using folder = new TempDir();
  const operator = { name: 'cli:ana', now: Date.now() };
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, operator.now);
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'A', user: null }], { replace: false }, operator);
  await store.linkCampaign({ origin: 'search_ads', kind: 'form', value: '10', campaignId: '42' }, operator);
  // What the import saw before: no campaign had the link yet.
  const seenBefore = { ...store, listCampaigns: async () => [] };
  const file = Buffer.from('id,nome,cliente,search_ads_form\n43,Inverno,B,11\n44,Outono,B,10\n');
  const importing = importCampaigns(seenBefore, file, { replace: false, dryRun: false }, operator);
  await expect(importing).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('linked to campaign 42') });
  expect((await store.listCampaigns(null)).map((campaign) => campaign.id)).toEqual(['42']);
  expect(await store.findClient('B')).toBeNull();
});
