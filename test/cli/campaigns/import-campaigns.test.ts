import { expect, test } from 'vitest';
import { importCampaigns } from '../../../src/cli/campaigns/import-campaigns.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { TempDir } from '../../support/temp-dir.ts';

test('a link that another operator made meanwhile leaves no half of the file behind', async () => {
  using folder = new TempDir();
  const operator = { name: 'cli:ana', now: Date.now() };
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, operator.now);
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'A', user: null }], { replace: false }, operator);
  await store.linkCampaign({ origin: 'search_ads', kind: 'form', value: '10', campaignId: '42' }, operator);
  // The state the import read before the link was created.
  const seenBefore = { ...store, listCampaigns: async () => ({ items: [], nextCursor: null }) };
  const file = Buffer.from('id,nome,cliente,search_ads_form\n43,Inverno,B,11\n44,Outono,B,10\n');
  const importing = importCampaigns(seenBefore, file, { replace: false, dryRun: false }, operator);
  await expect(importing).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('linked to campaign 42') });
  expect((await store.listCampaigns({})).items.map((campaign) => campaign.id)).toEqual(['42']);
  expect(await store.findClient('B')).toBeNull();
});

test('a person who waits is told each stage before it begins', async () => {
  using folder = new TempDir();
  const operator = { name: 'cli:ana', now: Date.now() };
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, operator.now);
  const file = Buffer.from('id,nome,cliente\n43,Inverno,B\n44,Outono,B\n');
  const stages: string[] = [];
  const onStage = (stage: { readonly en: string; readonly pt: string }): unknown => stages.push(`${stage.en}, ${stage.pt}`);
  await importCampaigns(store, file, { replace: false, dryRun: false, onStage: (stage) => void onStage(stage) }, operator);
  expect(stages).toEqual(['Checking 2 campaigns, Verificando 2 campanhas', 'Storing 2 campaigns, Gravando 2 campanhas']);
  stages.length = 0;
  await importCampaigns(store, file, { replace: true, dryRun: true, onStage: (stage) => void onStage(stage) }, operator);
  expect(stages).toEqual(['Checking 2 campaigns, Verificando 2 campanhas']);
});
