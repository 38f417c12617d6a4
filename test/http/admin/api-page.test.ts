import { expect, test } from 'vitest';
import { ADMIN_TOKEN, BEARER, startAdmin } from './admin-under-test.ts';
import { operationsOf, readDocument } from './openapi-document.ts';

test('the page of the API has every address and object of the OpenAPI document, in both languages', async () => {
  const admin = await startAdmin();
  const cookie = await admin.logIn();
  const document = await readDocument(admin, ADMIN_TOKEN);
  const operations = operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(operations).toContain('POST /integracoes/leads');
  for (const [language, title] of [
    ['en', 'Error codes'],
    ['pt-BR', 'Códigos de erro'],
  ] as const) {
    const page = await (await admin.ask('/admin/api', { cookie, headers: { 'accept-language': language } })).text();
    expect(page).toContain(title);
    expect(page).toContain('href="/admin/api" aria-current="page"');
    const shown = Array.from(page.matchAll(/<summary><code>([^<]*)<\/code>/g), ([, name]) => name);
    expect(shown).toEqual(expect.arrayContaining([...operations, ...Object.keys(document.components.schemas)]));
    // A field with its description, and a refusal.
    expect(page).toContain('<code>campanha_id</code>');
    expect(page).toContain('signature_invalid');
  }
});

test('programs get the document at its address too', async () => {
  const admin = await startAdmin();
  const page = await admin.askJson('/admin/api', { headers: BEARER });
  expect(await page.json()).toEqual(await (await admin.askJson('/admin/openapi.json', { headers: BEARER })).json());
});
