import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DescribedRoute } from '../../../src/http/admin/requests/operation.ts';
import type { Route } from '../../../src/http/exchange.ts';
import { ADMIN_TOKEN, type AdminUnderTest, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { addressOf, fillAdmin, ownRoutes } from './every-route.ts';
import { type Document, fits, objectsIn, operationsOf, readDocument } from './openapi-document.ts';

const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };

let admin: AdminUnderTest;
let document: Document;

beforeEach(async () => {
  admin = await startAdmin();
  await fillAdmin(admin);
  document = await readDocument(admin, ADMIN_TOKEN);
});

function isDescribed(route: Route): route is DescribedRoute {
  return 'operation' in route;
}

test('the forms of the pages have only fields that their routes accept', async () => {
  const cookie = await admin.logIn();
  const pages = ownRoutes(admin, 'GET').map(async (route) => (await admin.ask(addressOf(route), { cookie })).text());
  const forms = (await Promise.all(pages)).flatMap((page) => page.match(/<form [^>]*method="post".*?<\/form>/gs) ?? []);
  const actions = new Set<string>();
  for (const form of forms) {
    const action = /action="([^"]*)"/.exec(form)?.[1] ?? '';
    const route = ownRoutes(admin, 'POST').find((one) => addressOf(one) === action);
    if (route === undefined || !isDescribed(route)) continue;
    actions.add(action);
    const names = [...form.matchAll(/<(?:input|select|textarea|button)[^>]* name="([^"]*)"/g)].map(([, name = '']) => name);
    expect(
      [action, ...names].filter((name) => !['csrf', 'versao', action, ...Object.keys(route.operation.form?.shape ?? {})].includes(name)),
    ).toEqual([]);
  }
  expect(actions.size).toBeGreaterThan(20);
});

describe('the document', () => {
  test('is for operators and readers, JSON whatever is asked for, and sent again only when it changed', async () => {
    expect(await readDocument(admin, READONLY_TOKEN)).toEqual(document);
    expect((await admin.askJson('/admin/openapi.json')).status).toBe(401);
    const page = await admin.ask('/admin/openapi.json', { headers: OPERATOR });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const etag = page.headers.get('etag') ?? '';
    expect([etag, page.headers.get('cache-control')]).toEqual([expect.stringMatching(/^"[0-9a-f]{16}"$/), 'private, no-cache']);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await admin.askJson('/admin/openapi.json', { headers: { ...OPERATOR, 'if-none-match': known } });
      expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
    }
    const other = await admin.askJson('/admin/openapi.json', { headers: { ...OPERATOR, 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('is OpenAPI 3.1: ids are unique, references resolve, everything named is defined', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'lead-intake', version: '9.9.9' });
    const operations = operationsOf(document);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    const tags = document.tags.map(({ name }) => name);
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { path, operation } of operations) {
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
      expect(schemes).toEqual(expect.arrayContaining(operation.security.flatMap((set) => Object.keys(set))));
      const parameters = operation.parameters ?? [];
      const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(segments);
      expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
      const statuses = Object.keys(operation.responses);
      expect(statuses.every((status) => /^[2345]\d\d$|^default$/.test(status))).toBe(true);
      expect(statuses.filter((status) => /^[23]/.test(status)).length).toBeGreaterThan(0);
      expect(Object.values(operation.responses).every(({ description }) => description.length > 0)).toBe(true);
    }
  });

  test('holds nothing that JSON Schema 2020-12 does not know', () => {
    const text = JSON.stringify(document);
    for (const old of ['"nullable"', '"$schema"', '"$defs"', '#/definitions', '~standard', '"exclusiveMinimum":true'])
      expect(text).not.toContain(old);
  });

  test('names who may do what', () => {
    const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security;
    expect(securityOf('/integracoes/leads', 'post')).toEqual([{ formSignature: [] }]);
    expect(securityOf('/admin/openapi.json', 'get')).toEqual([{ bearer: [] }, { session: [] }]);
    expect(securityOf('/admin/logout', 'post')).toEqual([{ bearer: [] }, { session: [], csrf: [] }]);
    expect(securityOf('/live', 'get')).toEqual([]);
    for (const { path, method, operation } of operationsOf(document)) {
      const isChange = method === 'POST' && path.startsWith('/admin/') && !/\/log(in|out)$/.test(path);
      if (isChange) expect([path, JSON.stringify(operation.responses['403'])]).toEqual([path, expect.stringContaining('read_only')]);
    }
  });

  test('tells every code the service refuses with', () => {
    const told = new Set(JSON.stringify(document).match(/[a-z]+(?:_[a-z0-9]+)+|overloaded|conflict|internal/g));
    expect(refusalCodes().filter((code) => !told.has(code))).toEqual([]);
  });
});

describe('what is described', () => {
  test('every answer in JSON: an address that names none has none', async () => {
    const untold: string[] = [];
    for (const route of admin.routes.filter(isDescribed)) {
      if (route.operation.method !== 'GET' || route.operation.answer !== undefined) continue;
      for (const query of queriesFor(route)) {
        const answer = await admin.askJson(addressOf(route) + query, { headers: OPERATOR });
        await answer.body?.cancel();
        if (answer.headers.get('content-type')?.startsWith('application/json')) untold.push(route.path + query);
      }
    }
    expect(untold).toEqual([]);
  });

  test('the number that was named before a bulk change, and what happens when more match by now', () => {
    for (const path of ['/admin/webhooks/repetir', '/admin/webhooks/esquecer']) {
      const form = document.paths[path]?.['post']?.requestBody?.content['application/x-www-form-urlencoded']?.schema;
      const previsto = { type: 'string', description: expect.stringContaining('409') };
      expect([path, form]).toMatchObject([path, { properties: { previsto } }]);
    }
    expect(JSON.stringify(document.paths['/admin/webhooks/esquecer']?.['post']?.responses['409'])).toContain('conflict');
  });

  test('every address below /admin that answers JSON', async () => {
    const missing: string[] = [];
    for (const route of ownRoutes(admin, 'GET').filter((one) => !isDescribed(one))) {
      const answer = await admin.askJson(addressOf(route), { headers: OPERATOR });
      await answer.body?.cancel();
      if (answer.headers.get('content-type')?.startsWith('application/json')) missing.push(route.path);
    }
    for (const route of ownRoutes(admin, 'POST').filter((one) => !isDescribed(one))) missing.push(route.path);
    expect(missing).toEqual([]);
  });

  test('is what is answered, member by member', async () => {
    const seen: string[] = [];
    for (const route of admin.routes.filter(isDescribed)) {
      const { method, path } = route.operation;
      const answer = route.operation.answer?.schema();
      if (method !== 'GET' || answer === undefined) continue;
      for (const query of queriesFor(route)) {
        const response = await admin.askJson(addressOf(route) + query, { headers: OPERATOR });
        const json: unknown = await response.json();
        expect([path, response.status]).toEqual([path, 200]);
        const strict = answer.safeParse(json);
        expect([path, strict.error?.issues ?? []]).toEqual([path, []]);
        const schema = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.['get']?.responses['200']?.content?.['application/json']?.schema;
        const published = fits(document, schema ?? { not: {} }, json);
        expect([path, published.error?.issues ?? []]).toEqual([path, []]);
      }
      seen.push(path);
    }
    expect(seen.length).toBeGreaterThan(0);
  });

  test('a bulk change needs neither ids nor a filter by its schema: it takes one or the other', () => {
    for (const path of ['/admin/webhooks/repetir', '/admin/webhooks/esquecer', '/admin/falhas/repetir', '/admin/falhas/esquecer']) {
      const [body] = Object.values(document.paths[path]?.['post']?.requestBody?.content ?? {});
      expect([path, body?.schema]).toEqual([path, expect.not.objectContaining({ required: expect.anything() })]);
    }
  });

  test('the refusals too', async () => {
    const problem = document.components.schemas['Problem'] ?? {};
    const refused = [
      await admin.askJson('/admin/openapi.json'),
      await admin.askJson('/admin/nowhere', { headers: OPERATOR }),
      await admin.askJson('/admin/logout', { headers: OPERATOR }),
      await admin.askJson('/admin/fila/pausar', { form: {}, headers: { authorization: `Bearer ${READONLY_TOKEN}` } }),
    ];
    for (const answer of refused) {
      const json: unknown = await answer.json();
      expect([answer.status, fits(document, problem, json).success]).toEqual([answer.status, true]);
    }
    expect(fits(document, problem, { status: 200 }).success).toBe(false);
  });

  test('every value that a query or a form may carry has a meaning and a form', () => {
    for (const { path, operation } of operationsOf(document).filter((one) => one.path.startsWith('/admin'))) {
      for (const parameter of operation.parameters ?? []) {
        expect([path, parameter.name, Object.keys(parameter.schema)]).toEqual([
          path,
          parameter.name,
          expect.arrayContaining([expect.any(String)]),
        ]);
      }
    }
  });
});

/**
 * The queries to request a path with. The confirmation pages of bulk changes need to know which events are meant, and accept no unknown
 * parameters.
 */
function queriesFor({ path }: Route): readonly string[] {
  if (/\/webhooks\/(?:repetir|esquecer)$/.test(path)) return ['?evento=1', '?todos=1&status=erro'];
  if (path === '/admin/recusadas/repetir' || path === '/admin/recusadas/esquecer') return ['?recusa=1', '?todos=1'];
  return path.endsWith('/total') ? [''] : ['', '?mostrar=1'];
}

/** The codes that the sources of intake and HTTP throw and answer. */
function refusalCodes(): readonly string[] {
  const CODE =
    /refusal\(\s*\d+,\s*'(\w+)'|HttpProblem\(\s*\d+,\s*'(\w+)'|forbidden\(\s*'(\w+)'|code: '(\w+)'|^ {2}(\w+): \{ status: \d+|^ {2}(\w+): \{\s*\n\s*status: \d/gm;
  const files = ['src/intake', 'src/http'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
      path.endsWith('.ts') && !path.includes('pages') ? [join(folder, path)] : [],
    ),
  );
  const codes = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CODE)].map((match) => match.slice(1).find((code) => code !== undefined) ?? ''),
  );
  const inner = ['resend_differs', 'resend_type_differs', 'usage', 'configuration_invalid', 'port_in_use', 'custom'];
  return [...new Set(codes)].filter((code) => !inner.includes(code)).sort();
}
