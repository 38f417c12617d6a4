import { describe, expect } from 'vitest';
import type { FormName } from '../../src/domain/form-fields.ts';
import type { LeadFields } from '../../src/domain/lead.ts';
import type { Store } from '../../src/domain/ports.ts';
import { leadFields, leadIntent, operator, T0 } from '../support/factories.ts';
import { addCampaign, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const META: FormName = { origin: 'social_ads', formId: '1700' };
const GOOGLE: FormName = { origin: 'search_ads', formId: '1700' };
const BY = operator(T0);

async function addLead(store: Store, identity: string, form: FormName, fields: Partial<LeadFields> = {}): Promise<void> {
  const platform = { form_id: form.formId, ...fields.platform };
  const intent = leadIntent(identity, { origin: form.origin, fields: leadFields({ ...fields, platform }) });
  await processEvent(store, identity, intent);
}

async function only(store: Store, form: FormName) {
  const [found] = await store.findForms([form]);
  if (found === undefined) throw new Error('the form is not known');
  return found;
}

const answer = (key: string, value: string) => ({ key, question: null, values: [value] });

export function formsContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await addCampaign(underTest.store);
    return underTest;
  });

  describe('the mapping of a form', () => {
    test('is set key by key, and has the form filled', async (store) => {
      expect(await store.mapForm(META, { fone: 'telefone', contato: 'email' }, BY)).toBe(true);
      expect(await store.mapForm(META, { contato: null, empresa: 'nenhum' }, operator(T0 + 5))).toBe(true);
      expect(await only(store, META)).toMatchObject({
        mapping: { fone: 'telefone', empresa: 'nenhum' },
        mappedAt: T0 + 5,
        isToFill: true,
        questions: null,
      });
      expect(Object.keys((await only(store, META)).mapping)).toEqual(['fone', 'empresa']);
      expect(await store.findForms([GOOGLE])).toEqual([]);
    });

    test('is logged with what was said before and after; saying the same again does nothing', async (store) => {
      await store.mapForm(META, { fone: 'telefone' }, BY);
      await store.mapForm(META, { fone: 'email', 'seu "nome"': 'nome' }, BY);
      await store.noteForm(META, { kind: 'filled', fetchedAt: null, mappedAt: (await only(store, META)).mappedAt }, T0);
      expect(await store.mapForm(META, { fone: 'email', outra: null }, BY)).toBe(false);
      expect((await only(store, META)).isToFill).toBe(false);
      const { items } = await store.listActivity({ limit: 10 });
      expect(items.filter(({ action }) => action === 'mapear_formulario')).toMatchObject([
        { target: 'formulario:social_ads/1700', detail: '"fone": telefone → email; "seu "nome"": — → nome', operator: 'cli:ana' },
        { target: 'formulario:social_ads/1700', detail: '"fone": — → telefone' },
      ]);
    });

    test('that changes while leads are filled has them filled again', async (store) => {
      await store.mapForm(META, { fone: 'telefone' }, BY);
      const { mappedAt } = await only(store, META);
      await store.mapForm(META, { fone: 'email' }, BY);
      await store.noteForm(META, { kind: 'filled', fetchedAt: null, mappedAt }, T0);
      expect((await only(store, META)).isToFill).toBe(true);
    });

    test('has forms of every platform seen, until they are filled', async (store) => {
      await store.mapForm(GOOGLE, { fone: 'telefone' }, BY);
      await store.mapForm(META, { fone: 'telefone' }, BY);
      expect(await store.formsToSee(T0)).toMatchObject([GOOGLE, META]);
      for (const form of await store.formsToSee(T0)) await store.noteForm(form, { ...form, kind: 'filled' }, T0);
      expect(await store.formsToSee(T0)).toEqual([]);
    });
  });

  describe('the forms', () => {
    test('are those with leads, questions or a mapping; each with whose its newest lead is and how many cannot be reached', async (store) => {
      const { id: other } = await store.addClient({ id: null, name: 'Outra' }, BY);
      await addLead(store, 'a', META, { name: 'Ana', platform: { page_id: '138', form_name: 'Orçamento' } });
      await addLead(store, 'b', META, { email: 'b@x.com' });
      await processEvent(
        store,
        'c',
        leadIntent('c', { origin: 'search_ads', clientId: other, userId: null, fields: leadFields({ platform: { form_id: '40' } }) }),
      );
      await processEvent(store, 'own', leadIntent('own', { fields: leadFields({ platform: { form_id: '40' } }) }));
      await store.mapForm({ origin: 'search_ads', formId: '41' }, { a: 'nome' }, BY);
      await store.noteForm(META, { kind: 'fetched', name: null, questions: [{ key: 'a', label: 'A?', type: 'CUSTOM' }] }, T0 + 1);
      expect(await store.listForms()).toMatchObject([
        { origin: 'search_ads', formId: '40', leads: 1, withoutContact: 1, clientId: other, clientName: 'Outra', mapping: {} },
        { origin: 'search_ads', formId: '41', leads: 0, withoutContact: 0, clientId: null, clientName: null, mapping: { a: 'nome' } },
        { ...META, leads: 2, withoutContact: 1, clientId: '1', clientName: 'Agência Um', fetchedAt: T0 + 1 },
      ]);
      expect(await store.formsWithoutContact(0)).toEqual([{ origin: 'search_ads', formId: '40' }]);
      expect(await store.formsWithoutContact(Number.MAX_SAFE_INTEGER)).toEqual([]);
      const [first] = (await store.listForms('1700')) ?? [];
      expect(first).toMatchObject({ ...META, questions: [{ key: 'a', label: 'A?', type: 'CUSTOM' }] });
    });

    test('of two platforms may have one id', async (store) => {
      await addLead(store, 'a', META, { platform: { page_id: '138', form_name: 'Orçamento' } });
      await addLead(store, 'b', GOOGLE);
      expect(await store.listForms('1700')).toMatchObject([
        { ...GOOGLE, leads: 1, pageId: null, name: null },
        { ...META, leads: 1, pageId: '138', name: 'Orçamento' },
      ]);
      expect(await store.listForms('17')).toEqual([]);
    });

    test('hand out their leads from the oldest on, and the newest first', async (store) => {
      for (const identity of ['a', 'b', 'c']) await addLead(store, identity, META, { answers: [answer('k', identity)] });
      await addLead(store, 'google', GOOGLE);
      const values = (leads: readonly LeadFields[]) => leads.map(({ answers }) => answers[0]?.values[0]);
      const first = await store.leadsOfForm(META, '0', 2);
      expect(values(first)).toEqual(['a', 'b']);
      expect(values(await store.leadsOfForm(META, first.at(-1)?.id ?? '', 2))).toEqual(['c']);
      expect(values(await store.leadsOfForm(META, null, 2))).toEqual(['c', 'b']);
    });
  });

  test('filling a lead takes what it lacks, and what its answers are said to be now; nothing else changes', async (store) => {
    const answers = [
      { ...answer('onde', 'Natal'), field: 'cidade' as const },
      { ...answer('fone', 'x'), field: 'telefone' as const },
    ];
    await addLead(store, 'a', META, { name: 'Ana', answers });
    const [lead] = await store.leadsOfForm(META, '0', 1);
    const read = [{ ...answer('onde', 'Natal'), field: 'estado' as const }, answer('fone', 'x')];
    const fields = leadFields({ name: 'Bia', email: 'a@x.com', emailNormalized: 'a@x.com', answers: read });
    expect(await store.fillLeads([{ leadId: lead?.id ?? '', fields }], T0 + 9)).toEqual([lead?.id]);
    expect(await store.fillLeads([{ leadId: lead?.id ?? '', fields }], T0 + 9)).toEqual([]);
    expect(await store.leadsOfForm(META, '0', 1)).toMatchObject([{ name: 'Ana', email: 'a@x.com', answers: read }]);
  });

  test('filling leads of people who were erased meanwhile brings nothing back', async (store) => {
    await addLead(store, 'a', META, { answers: [answer('contato', 'a@x.com')] });
    const [lead] = await store.leadsOfForm(META, '0', 1);
    const query = { emails: [], phones: [], clickIds: [], leadIds: [lead?.id ?? ''], clientId: null };
    await store.erasePerson(query, 'ticket', operator(T0 + 1), () => T0 + 1);
    const fields = leadFields({ email: 'a@x.com', emailNormalized: 'a@x.com' });
    expect(await store.fillLeads([{ leadId: lead?.id ?? '', fields }], T0 + 9)).toEqual([]);
    expect(await store.leadsOfForm(META, '0', 1)).toMatchObject([{ email: null, erasedAt: T0 + 1 }]);
  });
}
