import { describe, expect, test } from 'vitest';
import { planCampaignImport } from '../../../src/cli/campaigns/plan-campaign-import.ts';
import type { CampaignRow } from '../../../src/cli/campaigns/read-campaign-csv.ts';
import type { CampaignView } from '../../../src/domain/directory.ts';

const FORM_1 = { origin: 'search_ads', kind: 'form', value: '1' } as const;
const FORM_2 = { origin: 'search_ads', kind: 'form', value: '2' } as const;

function row(id: string, line: number, links: CampaignRow['links'] = []): CampaignRow {
  return { id, line, name: `Campanha ${id}`, client: 'Agência', user: null, namesUser: true, links };
}

const EXISTING: CampaignView = {
  id: '42',
  name: 'Verão',
  clientId: '1',
  clientName: 'Agência',
  userId: null,
  userEmail: null,
  createdAt: 0,
  links: [{ ...FORM_1, campaignId: '42' }],
};

describe('an import plan', () => {
  test('tells new campaigns from those that are replaced, and makes only links that are missing', () => {
    const plan = planCampaignImport([row('42', 2, [FORM_1, FORM_2]), row('43', 3)], [EXISTING], { replace: true });
    expect(plan.added.map((added) => added.id)).toEqual(['43']);
    expect(plan.updated.map((updated) => updated.id)).toEqual(['42']);
    expect(plan.links).toEqual([{ ...FORM_2, campaignId: '42' }]);
    expect(plan.problems).toEqual([]);
  });

  test('without replacing, a campaign that exists is a problem', () => {
    expect(planCampaignImport([row('42', 2)], [EXISTING], { replace: false }).problems).toMatchObject([
      { line: 2, problem: { en: 'campaign 42 already exists; --replace updates it' } },
    ]);
  });

  test('a link held by another campaign is a problem, whether in the database or earlier in the file', () => {
    const rows = [row('43', 2, [FORM_1, FORM_2]), row('44', 3, [FORM_2])];
    expect(planCampaignImport(rows, [EXISTING], { replace: true }).problems).toMatchObject([
      { line: 2, problem: { en: 'Google Ads form 1 is linked to campaign 42' } },
      { line: 3, problem: { en: 'Google Ads form 2 is linked to campaign 43' } },
    ]);
  });
});
