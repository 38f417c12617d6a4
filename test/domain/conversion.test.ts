import { describe, expect, test } from 'vitest';
import { conversionTarget } from '../../src/domain/conversion.ts';
import type { LeadFields } from '../../src/domain/lead.ts';
import type { Origin } from '../../src/domain/origin.ts';
import { leadFields } from '../support/factories.ts';

const SEARCH = { searchClickId: 'gclid-1' };
const SOCIAL = { socialClickId: 'fbclid-1' };

describe('conversionTarget', () => {
  test.each<[Origin, Partial<LeadFields>, string | null, string | null]>([
    ['formulario_proprio', {}, null, null],
    ['formulario_proprio', SEARCH, 'search_ads', 'gclid-1'],
    ['formulario_proprio', SOCIAL, 'social_ads', 'fbclid-1'],
    ['formulario_proprio', { ...SEARCH, ...SOCIAL }, 'search_ads', 'gclid-1'],
    ['formulario_proprio', { gbraid: 'gb' }, 'search_ads', 'gb'],
    ['formulario_proprio', { wbraid: 'wb' }, 'search_ads', 'wb'],
    ['formulario_proprio', { ...SEARCH, gbraid: 'gb', wbraid: 'wb' }, 'search_ads', 'gclid-1'],
    ['formulario_proprio', { ...SOCIAL, fbc: 'fb.1.1.x' }, 'social_ads', 'fb.1.1.x'],
    ['search_ads', {}, 'search_ads', null],
    ['search_ads', SEARCH, 'search_ads', 'gclid-1'],
    ['search_ads', SOCIAL, 'search_ads', null],
    ['social_ads', {}, 'social_ads', null],
    ['social_ads', SOCIAL, 'social_ads', 'fbclid-1'],
    ['social_ads', SEARCH, 'social_ads', null],
    ['social_ads', { ...SEARCH, ...SOCIAL }, 'social_ads', 'fbclid-1'],
  ])('%s with %j is reported to %s by %s', (origin, fields, platform, clickId) => {
    expect(conversionTarget(origin, leadFields(fields))).toEqual({ platform, clickId });
  });
});
