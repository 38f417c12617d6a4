import { describe, expect, test } from 'vitest';
import type { Origin } from '../../../src/domain/origin.ts';
import { addCampaign, processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent } from '../../support/factories.ts';
import { Workplace } from '../../support/workplace.ts';

const FORM = '172036835026334';
const MAP = ['source', 'form', 'map', FORM] as const;

const answer = (key: string, value: string) => ({ key, question: null, values: [value] });

async function addLead(place: Workplace, identity: string, email: string, origin: Origin = 'social_ads', formId = FORM): Promise<void> {
  const answers = [answer('onde_te_escrevemos?', email), answer('qual_plano?', 'Anual')];
  const fields = leadFields({ name: 'Ana', answers, platform: { form_id: formId, page_id: '138124712925158' } });
  await place.use((store) => processEvent(store, identity, leadIntent(identity, { origin, fields })));
}

/** Two leads of a form whose keys are not recognised; the second has no e-mail address. */
async function place(): Promise<Workplace> {
  const workplace = new Workplace();
  await workplace.use((store) => addCampaign(store));
  await addLead(workplace, 'a', 'ana@example.com');
  await addLead(workplace, 'b', 'não tenho');
  return workplace;
}

describe('source form', () => {
  test('list tells of leads without contact and the keys that nobody reads', async () => {
    using workplace = await place();
    const listed = await workplace.run('source', 'form', 'list');
    expect(listed.stdout).toMatch(/172036835026334 +Meta +- +138124712925158 +Agência Um +2 +2 +onde_te_escrevemos\?, qual_plano\?/);
    expect(listed.stderr).toContain('`lead-intake source form show FORM`');
    expect(listed.exitCode).toBe(0);
    expect(await workplace.json('source', 'form', 'list')).toMatchObject({
      itens: [
        { origem: 'social_ads', formulario_id: FORM, leads: 2, sem_contato: 2, chaves_sem_leitura: ['onde_te_escrevemos?', 'qual_plano?'] },
      ],
    });
  });

  test('list says so where there is none', async () => {
    using workplace = new Workplace();
    expect(await workplace.run('source', 'form', 'list')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await workplace.json('source', 'form', 'list')).toEqual({ itens: [] });
  });

  test('show tells how each key is read, with masked answers; --reveal is logged', async () => {
    using workplace = await place();
    const shown = await workplace.run('source', 'form', 'show', FORM);
    expect(shown.stdout).toMatch(/onde_te_escrevemos\? +- +- +- +- +2 +n\*\*\*, a\*\*\*/);
    expect(shown.stdout).not.toContain('ana@');
    const revealed = await workplace.run('source', 'form', 'show', FORM, '--reveal');
    expect(revealed.stdout).toContain('não tenho, ana@example.com');
    expect(workplace.activity()).toContain(`revelar formulario:social_ads/${FORM} source form show --reveal`);
    const missing = await workplace.run('source', 'form', 'show', FORM.replace('4', '5'));
    expect(missing).toMatchObject({ exitCode: 1, stdout: '' });
    expect(missing.stderr).toContain(`Did you mean ${FORM}?`);
  });

  test('map shows with --dry-run what it would do, and does it with --yes', async () => {
    using workplace = await place();
    const preview = await workplace.run(...MAP, 'onde_te_escrevemos?=email', '--dry-run');
    expect(preview.stdout).toBe(
      [
        '2 of 2 leads would change.',
        'Leads without email and phone: 2 before, 1 after.',
        '  email: 1',
        'In 1 lead, the answer to "onde_te_escrevemos?" is not a valid value for email, so it stays an answer.',
        '  lead 1: email a***@example.com',
        'Nothing was changed.\n',
      ].join('\n'),
    );
    expect(workplace.activity().some((line) => line.startsWith('mapear_formulario'))).toBe(false);
    const saved = await workplace.run(...MAP, 'onde_te_escrevemos?=email', '--yes');
    expect(saved).toEqual({ exitCode: 0, stdout: 'The mapping is saved. 2 of 2 stored leads changed.\n', stderr: '' });
    expect((await workplace.run('leads', 'show', '1', '--reveal')).stdout).toContain('ana@example.com');
    expect(await workplace.json('leads', 'show', '2')).toMatchObject({
      lead: { email: null, respostas: [{ chave: 'onde_te_escrevemos?', campo: 'email' }, {}] },
    });
    expect(await workplace.json(...MAP, 'onde_te_escrevemos?=email', '--yes')).toEqual({
      origem: 'social_ads',
      formulario_id: FORM,
      simulacao: false,
      alterado: false,
      leads: 2,
      mudaram: 0,
      completo: true,
    });
    await workplace.run(...MAP, '--clear', 'onde_te_escrevemos?', '--yes');
    expect(workplace.activity().slice(-2)).toEqual([
      'revelar lead:1 leads show --reveal',
      `mapear_formulario formulario:social_ads/${FORM} "onde_te_escrevemos?": email → —`,
    ]);
  });

  test('map asks first, and without a terminal changes nothing', async () => {
    using workplace = await place();
    const asked = await workplace.run(...MAP, 'onde_te_escrevemos?=email');
    expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
    expect(asked.stderr).toContain('does not undo this');
    expect(asked.stderr).toContain('Add --yes to proceed, or --dry-run');
    expect(await workplace.json('source', 'form', 'show', FORM)).toMatchObject({ mapa: [], mapeado_em: null });
  });

  test.each([
    [['onde_te_escrevemos?=e-mail'], 2, 'There is no field "e-mail". Did you mean "email"?'],
    [['onde_te_escrevemo?=email'], 2, 'Did you mean "onde_te_escrevemos?"?'],
    [['onde_te_escrevemos?'], 2, 'Write key=field'],
    [[], 2, 'No mapping was given.'],
  ])('map refuses %j', async (given, exitCode, text) => {
    using workplace = await place();
    const refused = await workplace.run(...MAP, ...given, '--yes');
    expect(refused).toMatchObject({ exitCode, stdout: '' });
    expect(refused.stderr).toContain(text);
  });

  test('map takes a key and a form of the future with --force', async () => {
    using workplace = await place();
    expect((await workplace.run(...MAP, 'zap=telefone', '--force', '--yes')).exitCode).toBe(0);
    const unknown = ['source', 'form', 'map', '999', 'zap=telefone', '--force', '--yes'];
    expect((await workplace.run(...unknown)).exitCode).toBe(1);
    expect((await workplace.run(...unknown, '--source', 'search_ads')).exitCode).toBe(0);
    expect(await workplace.json('source', 'form', 'list')).toMatchObject({
      itens: [
        { origem: 'search_ads', formulario_id: '999', leads: 0, mapa: [{ chave: 'zap', campo: 'telefone' }] },
        { formulario_id: FORM, mapa: [{ chave: 'zap', campo: 'telefone' }] },
      ],
    });
  });

  test('asks for the source where both platforms have a form with this id', async () => {
    using workplace = await place();
    await addLead(workplace, 'g', 'g@example.com', 'search_ads');
    expect((await workplace.run('source', 'form', 'show', FORM)).stderr).toContain('--source google-ads or --source meta');
    expect(await workplace.json('source', 'form', 'show', FORM, '--source', 'search_ads')).toMatchObject({ leads: 1 });
  });

  test('refill reads stored leads again', async () => {
    using workplace = await place();
    await workplace.use((store) =>
      store.mapForm({ origin: 'social_ads', formId: FORM }, { 'onde_te_escrevemos?': 'email' }, { name: 'test', now: Date.now() }),
    );
    expect(await workplace.json('source', 'form', 'refill', FORM, '--dry-run')).toMatchObject({ simulacao: true, leads: 2, mudam: 2 });
    expect((await workplace.run('source', 'form', 'refill', FORM)).stdout).toBe('2 of 2 stored leads changed.\n');
    expect((await workplace.run('source', 'form', 'refill', FORM)).stdout).toBe('0 of 2 stored leads changed.\n');
  });

  test('speaks Portuguese', async () => {
    using workplace = await place();
    const shown = await workplace.runWith({ LC_ALL: 'pt_BR.UTF-8' }, ...MAP, 'onde_te_escrevemos?=email', '--dry-run');
    expect(shown.stdout).toContain('2 de 2 leads mudariam.');
    expect(shown.stdout).toContain('não serve para o campo email e fica só nas respostas');
  });
});
