import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LeadFields } from '../../../src/domain/lead.ts';
import { leadFields, leadIntent, newConversion } from '../../support/factories.ts';
import { Workplace } from '../../support/workplace.ts';

const HOUR = 3_600_000;

/** A website-form lead from a search click, with a conversion this long ago. */
async function convert(place: Workplace, id: string, fields: Partial<LeadFields>, agoMs: number): Promise<void> {
  const eventId = await place.accept(id);
  const now = Date.now();
  const conversion = newConversion({ name: 'sale', key: id, value: 2600, happenedAt: now - agoMs });
  const intent = leadIntent(id, { campaignId: '42', fields: leadFields({ name: 'Ana', ...fields }), conversion });
  await place.use(async (store) => {
    const claims = await store.claim({ queue: 'webhooks', workerId: 'w', limit: 10, leaseMs: 60_000, now });
    const claim = claims.find((candidate) => candidate.eventId === eventId);
    if (claim === undefined) throw new Error('no job');
    expect(await store.finish([{ claim, outcome: { kind: 'lead', intent } }], now)).toEqual(['processed']);
  });
}

async function filled(place: Workplace): Promise<void> {
  await place.addCampaign();
  await convert(place, 'a', { searchClickId: 'Cj0KCQ-click-a' }, HOUR);
  await convert(place, 'b', { searchClickId: 'Cj0KCQ-click-b', consents: { ads: false } }, HOUR);
  await convert(place, 'c', { gbraid: 'gbraid-of-an-app' }, HOUR);
  await convert(place, 'd', { searchClickId: 'Cj0KCQ-click-d', consents: [{ purpose: 'ads', granted: true }] }, 48 * HOUR);
  await convert(place, 'e', { searchClickId: 'Cj0KCQ-click-e' }, 91 * 24 * HOUR);
}

const clicksIn = (text: string): string[] => Array.from(text.matchAll(/^(Cj0KCQ[^,]*),/gm), ([, click]) => click ?? '');

describe('conversions export', () => {
  test('writes the conversions of one client, and refuses to mix several', async () => {
    using place = new Workplace();
    await filled(place);
    await place.run('client', 'add', '--id', '2', '--name', 'Agência Dois');
    const mixed = await place.run('conversions', 'export');
    expect(mixed).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('--client') });
    expect(clicksIn((await place.run('conversions', 'export', '--client', '1')).stdout)).toHaveLength(2);
    expect(clicksIn((await place.run('conversions', 'export', '--client', 'Agência Dois')).stdout)).toEqual([]);
    expect(clicksIn((await place.runWith({ ACCOUNTS_CLIENT: 'all' }, 'conversions', 'export')).stdout)).toHaveLength(2);
  });

  test('writes the file that the platform imports', async () => {
    using place = new Workplace({ env: { CONVERSIONS_NAMES: 'sale=Venda', CONVERSIONS_TIME_ZONE: 'UTC' } });
    await filled(place);
    const { stdout, stderr, exitCode } = await place.run('conversions', 'export');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^Parameters:TimeZone=UTC\nGoogle Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\nCj0KCQ-click-a,Venda,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,2600\.00,BRL\n/,
    );
    expect(clicksIn(stdout)).toEqual(['Cj0KCQ-click-a', 'Cj0KCQ-click-d']);
    expect(stderr).toContain('2 conversions exported. 1 was skipped');
    expect(clicksIn((await place.run('conversions', 'export', '--since', '1d')).stdout)).toEqual(['Cj0KCQ-click-a']);
    expect(clicksIn((await place.runWith({ CONVERSIONS_CONSENT: 'required' }, 'conversions', 'export')).stdout)).toEqual([
      'Cj0KCQ-click-d',
    ]);
    const spoken = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'conversions', 'export');
    expect(spoken.stderr).toContain('2 conversões exportadas. 1 conversão ficou de fora');
  });

  test('writes a file for its owner alone, when it is whole', async () => {
    using place = new Workplace();
    await filled(place);
    const file = join(place.folder, 'conversions.csv');
    expect(await place.json('conversions', 'export', '--output', file)).toEqual({ conversoes: 2, omitidas: 1, arquivo: file });
    expect(clicksIn(readFileSync(file, 'utf8'))).toHaveLength(2);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('does not mix JSON and CSV', async () => {
    using place = new Workplace();
    const { exitCode, stdout } = await place.run('conversions', 'export', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage' } });
  });
});
