import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import { runOnTerminal } from '../../support/run-on-terminal.ts';
import { Workplace } from '../../support/workplace.ts';

const ROSA = { name: 'Rosa Lima', email: 'rosa.lima@example.com', phone: '+5511987654321' };
const BENTO = { name: 'Bento Reis', email: 'bento@example.com', phone: '+5511987654321' };
const NAMED = ['--email', 'Rosa.Lima@Example.com'];
const REASON = ['--reason', 'ticket 4822'];

let place: Workplace;

beforeEach(async () => {
  place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  await place.addCampaign();
  await place.acceptAll(['r-1', 'r-2'], { person: ROSA });
  await place.accept('b-1', { person: BENTO });
  await place.processJobs();
});

/** Every byte of the workplace, as text. */
function bytes(): string {
  return readdirSync(place.folder)
    .map((file) => readFileSync(join(place.folder, file), 'latin1'))
    .join('\n');
}

function backupsIn(folder: string): readonly string[] {
  const names = readdirSync(join(place.folder, folder)).filter((name) => name.endsWith('.db'));
  return names.map((name) => join(folder, name));
}

describe('person find', () => {
  test('shows the leads masked, what is where, and who else has the same phone', async () => {
    const { stdout, stderr } = await place.run('person', 'find', ...NAMED);
    expect(stdout).toMatch(/^[12] .* r\*\*\*@example\.com/m);
    expect(stdout).toMatch(/^Leads +2 +0$/m);
    expect(stdout).toContain('Lead 3 has the same phone number as lead 1. Perhaps it is the same person: add --lead 3.');
    expect(stdout).not.toMatch(/Rosa|rosa\.lima|98765/);
    expect(stderr).toContain('lead-intake person export');
  });

  test('is recorded with the leads, and without what was searched for', async () => {
    const found = await place.json('person', 'find', ...NAMED, '--client', 'Agência Um');
    expect(found).toMatchObject({
      leads: [{ lead_id: '2', nome: 'R*** L***' }, { lead_id: '1' }],
      evento_ids: ['1', '2'],
      contatos_em_comum: [{ lead_id: '3', contato: 'telefone' }],
    });
    expect(place.activity().at(-1)).toBe('procurar_pessoa lead:2 lead:1 person find');
    expect(await place.json('person', 'find', ...NAMED, '--reveal')).toMatchObject({ leads: [{ nome: ROSA.name }, {}] });
    expect(place.activity().at(-1)).toBe('revelar lead:2 lead:1 person find --reveal');
  });

  test('for one client, has the activity log of the client, and tells how much is of no known client', async () => {
    await place.run('person', 'export', '--lead', '3', '--output', join(place.folder, 'b.json'), '--reason', `for ${ROSA.email}`);
    await place.run('client', 'add', '--name', 'Dois');
    await place.run('client', 'rename', '2', '--name', ROSA.email);
    const { stdout } = await place.run('person', 'find', ...NAMED, '--client', '1');
    expect(stdout).toMatch(/^Activity log +0 +1$/m);
    expect(stdout).toContain('The person is also in 1 row of no known client');
    expect((await place.run('person', 'find', ...NAMED, '--client', '2')).stdout).toMatch(
      /^Nothing is stored .*\n\nThe person is also in 1 row/,
    );
  });

  test('a person who is not there, and a search for nobody', async () => {
    expect(await place.run('person', 'find', '--email', 'nobody@example.com')).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing is stored about this person.\n',
    });
    expect(await place.run('person', 'find')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await place.json('person', 'find', '--lead', '99')).toMatchObject({ error: { code: 'not_found' } });
    expect(await place.json('person', 'find', ...NAMED, '--client', 'nobody')).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('person export', () => {
  test('writes everything as JSON, readable by its owner only, and never over another file', async () => {
    const file = join(place.folder, 'rosa.json');
    const run = () => place.run('person', 'export', ...NAMED, ...REASON, '--output', file);
    expect((await run()).stderr).toContain(`2 leads and 2 events written to ${file}.`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toMatchObject({
      leads: [{ nome: ROSA.name, email: ROSA.email, cliente: 'Agência Um' }, {}],
      eventos: [{ evento: { corpo: expect.stringContaining(ROSA.email), ip: '192.0.2.1' } }, {}],
    });
    expect(JSON.stringify(written)).not.toContain('Bento');
    expect(place.activity().at(-1)).toBe('exportar_pessoa lead:2 lead:1 ticket 4822');
    expect(await run()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already exists') });
    expect(place.activity().filter((line) => line.startsWith('exportar_pessoa'))).toHaveLength(1);
  });

  test('writes a page in the language of the person, complete in itself and without markup of anybody', async () => {
    await place.accept('r-3', { person: { ...ROSA, name: '<b>Rosa</b>' } });
    await place.processJobs();
    const file = join(place.folder, 'rosa.html');
    await place.run('person', 'export', ...NAMED, ...REASON, '-o', file, '--format', 'html', '--language', 'pt');
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('<html lang="pt-BR">');
    for (const part of ['Dados mantidos por Agência Um', 'Seu consentimento', 'De onde vieram os dados', 'Por quanto tempo'])
      expect(page).toContain(part);
    expect(page).toContain('&lt;b&gt;Rosa&lt;/b&gt;');
    expect(page).not.toMatch(/<b>|<script|https?:\/\/|src=/);
  });

  test('needs a reason, a file and somebody', async () => {
    expect(await place.run('person', 'export', ...NAMED, '-o', 'rosa.json')).toMatchObject({ exitCode: 2 });
    expect(await place.run('person', 'export', ...NAMED, ...REASON)).toMatchObject({ exitCode: 2 });
    const blank = await place.run('person', 'export', ...NAMED, '--reason', '', '-o', 'rosa.json');
    expect(blank.stderr).toMatch(/^Error: --reason takes a text of 1 to/);
    const folder = await place.run('person', 'export', ...NAMED, ...REASON, '-o', 'none/rosa.json');
    expect(folder.stderr).toMatch(/cannot be written \(ENOENT\)\.\nCheck the path, its permissions and the free space\.$/m);
    const nobody = await place.json('person', 'export', '--email', 'nobody@example.com', ...REASON, '-o', join(place.folder, 'x.json'));
    expect(nobody).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('person erase', () => {
  test('shows what goes and what stays, and a no changes nothing', async () => {
    const asked = await place.run('person', 'erase', ...NAMED, ...REASON);
    expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Add --yes to erase the person.') });
    const { exitCode, screen } = await runOnTerminal(['person', 'erase', ...NAMED, ...REASON], {
      cwd: place.folder,
      env: place.env,
      answers: [['Erase this person for good, with 2 leads and 2 events? [y/N]', 'n\r']],
    });
    expect([exitCode, screen]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    expect(screen).toContain('Kept for reports and billing');
    expect(bytes()).toContain(ROSA.email);
    expect(place.activity().filter((line) => line.startsWith('apagar_pessoa'))).toEqual([]);
    expect(place.activity().at(-1)).toBe('procurar_pessoa lead:2 lead:1 person erase');
  });

  test('gives a receipt, is recorded with its reason, and leaves nothing of the person and all of others', async () => {
    const { stdout, exitCode } = await place.run('person', 'erase', ...NAMED, ...REASON, '--yes');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Erased\. Receipt 1, completed \d{4}-/m);
    expect(bytes()).not.toMatch(/rosa\.lima|Rosa Lima/i);
    expect(bytes()).toContain(BENTO.email);
    expect(place.activity()).toContain('apagar_pessoa lead:2 lead:1 ticket 4822');
    expect(await place.json('person', 'erasures')).toMatchObject({ itens: [{ apagamento_id: '1', leads: 2, eventos: 2 }] });
    expect((await place.run('person', 'erasures')).stdout).toMatch(/^1 +\d{4}-/m);
    expect(await place.json('person', 'erase', ...NAMED, ...REASON, '--yes')).toMatchObject({ error: { code: 'not_found' } });
  });

  test('tells what Google Ads accepted and never reported a result of', async () => {
    await place.accept('sale', { person: ROSA, eventType: 'conversao', value: '10', searchClickId: 'click-of-rosa-lima-0001' });
    await place.processJobs();
    const job = await place.use(async (store) => {
      const now = Date.now();
      await store.enqueueConversions(['search_ads'], 10, now);
      const [claim] = await store.claim({ queue: CONVERSION_QUEUE, workerId: 'test', limit: 10, leaseMs: 60_000, now });
      const outcome = { kind: 'submitted', requestId: 'r-1', requestSize: 1, availableAt: now } as const;
      if (claim !== undefined) await store.finish([{ claim, outcome }], now);
      return claim;
    });
    expect(job).toMatchObject({ conversionId: '1' });
    const { stdout } = await place.run('person', 'erase', ...NAMED, ...REASON, '--yes');
    expect(stdout).toMatch(/\n\nGoogle Ads has received 1 conversion of the person, or may have. Ask Google Ads to erase it.\n$/);
    const shown = (await place.run('conversions', 'show', '1')).stdout;
    expect(shown).toMatch(/^State +Sent$/m);
    expect(shown).toContain('was erased before the platform reported a result');
  });

  test('what is left is shown as erased, and its pseudonym only in JSON', async () => {
    await place.run('person', 'erase', ...NAMED, ...REASON, '--yes');
    const shown = await Promise.all(
      [
        ['leads', 'list'],
        ['leads', 'show', '1', '--reveal'],
        ['events', 'list'],
        ['events', 'show', '1', '--reveal'],
      ].map((words) => place.run(...words)),
    );
    for (const { stdout, exitCode } of shown) {
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/person erased|^Erased/im)]);
      expect(stdout).not.toContain('apagada:');
    }
    expect(await place.json('leads', 'show', '1')).toMatchObject({
      lead: { identidade: 'apagada:1', apagado_em: expect.any(String), nome: null },
    });
    expect(await place.json('events', 'show', '1')).toMatchObject({
      caminho: expect.arrayContaining([expect.objectContaining({ passo: 'pessoa_apagada' })]),
    });
  });

  test.each(['test-20261101T030000Z.db', 'before-update.db'])(
    'is not undone by a restore on another machine, where only the folder of the backups is: %s',
    async (name) => {
      await place.run('backup', 'before.db');
      await place.run('person', 'erase', ...NAMED, ...REASON, '--yes');
      await place.run('backup');
      expect(readdirSync(join(place.folder, 'backups'))).toContain('test-erasures');
      using other = new Workplace({ withoutDatabase: true });
      cpSync(join(place.folder, 'backups'), join(other.folder, 'copied'), { recursive: true });
      copyFileSync(join(place.folder, 'before.db'), join(other.folder, 'copied', name));
      expect(await other.json('restore', join('copied', name), '--yes')).toMatchObject({ restaurado: true });
      expect(readFileSync(other.databasePath, 'latin1')).not.toMatch(/rosa\.lima|Rosa Lima/i);
      // For the backups from before that are restored there later.
      expect(readdirSync(other.folder)).toContain('test.db-erasures');
    },
  );

  test.each([
    ['the database that is replaced', 'test.db'],
    ['a later backup in the folder', 'other.db'],
  ])('is not undone by a restore if the file of erasures next to the database was lost: %s knows', async (_name, target) => {
    await place.run('backup', 'backups/');
    const [backup = ''] = backupsIn('backups');
    await place.run('person', 'erase', ...NAMED, ...REASON, '--yes');
    rmSync(join(place.folder, 'test.db-erasures'));
    if (target === 'other.db') await place.run('backup', 'backups/later.db');
    const restored = await place.json('restore', backup, '--yes', '--database', `sqlite:${target}`);
    expect(restored).toMatchObject({ restaurado: true, apagamentos_repetidos: 1, avisos: [] });
    expect(readFileSync(join(place.folder, target), 'latin1')).not.toMatch(/rosa\.lima|Rosa Lima/i);
  });

  test('is undone by a restore where no file of erasures is, and a warning says so before', async () => {
    await place.run('backup', 'backups/');
    const [backup = ''] = backupsIn('backups');
    expect(await place.json('restore', backup, '--check')).toMatchObject({ integro: true, avisos: [] });
    using other = new Workplace({ withoutDatabase: true });
    copyFileSync(join(place.folder, backup), join(other.folder, 'copied.db'));
    const warning = expect.stringContaining('People who were erased after the backup come back');
    expect(await other.run('restore', 'copied.db', '--check')).toMatchObject({ exitCode: 0, stdout: warning });
    expect(await other.run('restore', 'copied.db')).toMatchObject({ exitCode: 2, stderr: warning });
    expect(await other.run('restore', 'copied.db', '--yes')).toMatchObject({ exitCode: 0, stderr: warning });
  });

  test('without anybody erased, the list says so', async () => {
    expect(await place.run('person', 'erasures')).toEqual({ exitCode: 0, stdout: '', stderr: 'Nobody has been erased yet.\n' });
  });
});
