import { describe, expect, test } from 'vitest';
import type { OperatorAction } from '../../../src/domain/activity.ts';
import { campaignPath } from '../../../src/http/admin/addresses/directory-paths.ts';
import { activityPage } from '../../../src/presentation/activity-record.ts';
import { jobPlace } from '../../../src/presentation/job-record.ts';
import { type AdminUnderTest, BEARER, NOON, startAdmin } from './admin-under-test.ts';

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

async function readAs(admin: AdminUnderTest, language: string): Promise<(path: string) => Promise<string>> {
  const cookie = await admin.logIn();
  return async (path) => (await admin.ask(path, { cookie, headers: { 'accept-language': language } })).text();
}

async function actionsAt(admin: AdminUnderTest, query: string): Promise<readonly string[]> {
  const response = await admin.askJson(`/admin/atividade?${query}`, { headers: BEARER });
  return activityPage
    .schema()
    .parse(await response.json())
    .itens.map(({ acao }) => acao);
}

describe('the log of what operators do', () => {
  test('names each step in words of both languages, its raw word too, and links what it names', async () => {
    const admin = await startAdmin();
    const operator = { name: 'cli:ana', now: NOON };
    await admin.store.addCampaigns([{ id: 'verão 1/2', name: 'V', client: 'Um', user: null }], { replace: false }, operator);
    await admin.receive();
    await admin.work();
    await admin.store.retry({ queue: 'webhooks' }, operator);
    await admin.store.recordActivity('revelar', 'lead:7', 'page', operator);
    await admin.store.recordActivity('reaproveitar_recusada', 'recusa:3', 'evento:1 evento:2', operator);
    await admin.store.recordActivity('something new' as OperatorAction, 'fila:webhooks', '', operator);
    const english = await (await readAs(admin, 'en'))('/admin/atividade');
    for (const text of [
      'Retried failed jobs',
      'Viewed personal data',
      'Added a campaign',
      'reaproveitar_recusada',
      'something new',
      'cli:ana',
    ]) {
      expect(english).toContain(text);
    }
    const places = ['/admin/jobs/1', '/admin/leads/7', '/admin/recusadas/3', '/admin/webhooks/1', '/admin/webhooks/2', '/admin/fila'];
    for (const place of [...places, campaignPath('verão 1/2'), '/admin/clientes/1']) expect(english).toContain(`href="${place}"`);
    expect(await (await readAs(admin, 'pt-BR'))('/admin/atividade')).toContain('Viu dados pessoais');
  });

  test('is narrowed down by who, what and when, page by page', async () => {
    const admin = await startAdmin();
    const steps = [
      ['pausar', 'cli:ana', 0],
      ['retomar', 'cli:bia', 1],
      ['backup', 'cli:ana', 2],
      ['limpar', 'cli:ana', 3],
    ] as const;
    for (const [action, name, day] of steps) {
      await admin.store.recordActivity(action, 'x', '', { name, now: Date.UTC(2026, 10, 20 + day) });
    }
    expect(await actionsAt(admin, '')).toEqual(['limpar', 'backup', 'retomar', 'pausar']);
    expect(await actionsAt(admin, 'quem=cli:ana')).toEqual(['limpar', 'backup', 'pausar']);
    expect(await actionsAt(admin, 'acao=retomar')).toEqual(['retomar']);
    expect(await actionsAt(admin, 'desde=2026-11-21&ate=2026-11-23')).toEqual(['backup', 'retomar']);
    const html = await (await readAs(admin, 'en'))('/admin/atividade?limite=2&quem=cli:ana&desde=2026-11-20');
    expect(html).toContain('href="/admin/atividade?quem=cli%3Aana&amp;desde=2026-11-20T00%3A00%3A00.000Z&amp;antes=3" rel="next"');
    expect(await actionsAt(admin, 'limite=2&quem=cli:ana&antes=3')).toEqual(['pausar']);
    expect((await admin.askJson('/admin/atividade?desde=yesterday', { headers: BEARER })).status).toBe(422);
  });

  test('says when nobody did anything, and when nothing fits', async () => {
    const admin = await startAdmin();
    const read = await readAs(admin, 'en');
    expect(await read('/admin/atividade')).toContain('No activity yet.');
    expect(await read('/admin/atividade?quem=nobody')).toContain('Nothing matches the filter.');
  });

  test('keeps hostile names, targets and details as text', async () => {
    const admin = await startAdmin();
    await admin.store.recordActivity(HOSTILE as OperatorAction, `campanha:${HOSTILE}`, `job:1 ${HOSTILE} javascript:alert(1)`, {
      name: HOSTILE,
      now: NOON,
    });
    await admin.store.recordActivity('repetir', 'job:1" onclick="x __proto__:1 constructor:2', '', { name: 'x', now: NOON });
    const read = await readAs(admin, 'en');
    for (const path of ['/admin/atividade', `/admin/atividade?${new URLSearchParams({ quem: HOSTILE, acao: HOSTILE })}`]) {
      const html = await read(path);
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toMatch(
        /<script>|<img(?! src="\/admin\/assets\/)|href="javascript|" onclick=|href="\/admin\/jobs\/1&quot;|href="[^"]*constructor/,
      );
    }
  });

  test('needs a login', async () => {
    const admin = await startAdmin();
    expect((await admin.askJson('/admin/atividade')).status).toBe(401);
  });
});

describe('a job that the log names', () => {
  test('leads to its event', async () => {
    const admin = await startAdmin();
    await admin.receive();
    const eventId = await admin.receive({ identity: 'second' });
    const cookie = await admin.logIn();
    const response = await admin.ask('/admin/jobs/2', { cookie });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/admin/webhooks/${eventId}`]);
    const json = await admin.askJson('/admin/jobs/2', { headers: BEARER });
    expect(jobPlace.schema().parse(await json.json())).toEqual({ job_id: '2', evento_id: eventId });
    for (const id of ['99', 'x', '%00']) expect((await admin.askJson(`/admin/jobs/${id}`, { headers: BEARER })).status).toBe(404);
  });
});
