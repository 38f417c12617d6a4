import { describe, expect, test } from 'vitest';
import { Workplace } from '../support/workplace.ts';

/** São Paulo has had no daylight saving time since 2019: always -03:00. */
const BRAZIL = { TZ: 'America/Sao_Paulo' };

describe('times', () => {
  test('are local: the zone stands in the header of a table, and behind a moment that stands alone; JSON is UTC', async () => {
    using place = new Workplace({ env: BRAZIL });
    const id = await place.accept('a');
    const [event] = (await place.use((store) => store.listEvents({ limit: 1 }))).items;
    const at = event?.receivedAt ?? 0;
    const local = new Date(at - 3 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
    const list = await place.run('events', 'list');
    expect(list.stdout).toMatch(/^EVENT +RECEIVED \(-03:00\) /);
    expect(list.stdout).toContain(` ${local} `);
    const shown = await place.run('events', 'show', id);
    expect(shown.stdout).toContain(`Received     ${local} -03:00\n`);
    expect(shown.stdout).toMatch(/^WHEN \(-03:00\) +STEP/m);
    expect(await place.json('events', 'show', id)).toMatchObject({ evento: { recebido_em: new Date(at).toISOString() } });
  });
});
