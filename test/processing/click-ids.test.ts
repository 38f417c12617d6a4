import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { Origin } from '../../src/domain/origin.ts';
import { fieldsOf, type GivenEvent } from './event-under-test.ts';

const NONE = { searchClickId: null, gbraid: null, wbraid: null, socialClickId: null, fbc: null, fbp: null };

const ownForm = (more: JsonObject): GivenEvent => ({
  origin: Origin.ownForm,
  body: { event_type: 'lead', id: 'evt-1', timestamp: 1795176000, campanha_id: '42', nome: 'Ana', ...more },
});
const flat = (more: JsonObject): GivenEvent => ({
  origin: Origin.searchAds,
  body: { event_type: 'lead', cliente_id: '7', full_name: 'Ana', ...more },
});

describe('a click ID that is a placeholder', () => {
  test.each([
    ...['undefined', 'UNDEFINED', 'null', 'None', 'NaN', '(not set)', '(none)', 'empty', 'n/a', '-', '0', 'false', '[object Object]'],
    ...[
      '{gclid}',
      '{{gclid}}',
      '{{ URL gclid }}',
      '$' + '{gclid}',
      '%gclid%',
      '%%GCLID%%',
      '[gclid]',
      '<gclid>',
      '__GCLID__',
      'gclid',
      'not set',
    ],
  ])('%s is none, and stays with the lead', (placeholder) => {
    const given = { gclid: placeholder, gbraid: placeholder, wbraid: placeholder, fbclid: placeholder, fbc: placeholder, fbp: placeholder };
    expect(fieldsOf(ownForm(given))).toMatchObject({ ...NONE, extras: given });
    expect(fieldsOf(flat({ ...given, click_id: placeholder }))).toMatchObject({ ...NONE, extras: { ...given, click_id: placeholder } });
  });

  test('is none in the lead form of Google Ads', () => {
    const body = { lead_id: 'L1', form_id: 9, gcl_id: '{gclid}', user_column_data: [{ column_id: 'FULL_NAME', string_value: 'Ana' }] };
    expect(fieldsOf({ origin: Origin.searchAds, body })).toMatchObject({ searchClickId: null, extras: { gcl_id: '{gclid}' } });
  });

  test.each([
    'fb.1.1554763741205.undefined',
    'fb.1.1554763741205.null.AQEAAQMB',
    'fb.1.1554763741205.{fbclid}',
    'fb.1.1554763741205.Iw AR',
  ])('is none inside the cookie of Meta: %s', (fbc) => {
    expect(fieldsOf(ownForm({ fbc }))).toMatchObject({ fbc: null, socialClickId: null, extras: { fbc } });
  });

  test('does not hide the real one', () => {
    expect(fieldsOf(ownForm({ search_click_id: 'null', gclid: 'Cj0KCQ' }))).toMatchObject({ searchClickId: 'Cj0KCQ' });
  });
});

test.each(['Cj0KCQiA_-x', 'IwAR0_aem_Ae%2Bx', 'nullable', 'EAIaIQobChMI.1'])('%s is a click ID', (clickId) => {
  expect(fieldsOf(ownForm({ gclid: clickId, fbclid: ` ${clickId}\n` }))).toMatchObject({ searchClickId: clickId, socialClickId: clickId });
});
