import { describe, expect, test } from 'vitest';
import { hmacSha256Hex } from '../../src/base/signature.ts';
import { Submissions } from '../../src/benchmark/submissions.ts';
import { normalizePhone } from '../../src/processing/contact-values.ts';

interface Body {
  readonly id: string;
  readonly email: string;
  readonly telefone: string;
  readonly gclid: string;
}

describe('submissions', () => {
  const deliveries = new Submissions('secret').deliveries(70_000);
  const bodies = deliveries.map(({ delivery }) => JSON.parse(Buffer.from(delivery.body).toString()) as Body);

  test.each(['id', 'email', 'telefone', 'gclid'] as const)('no two have the same %s', (key) => {
    expect(new Set(bodies.map((body) => body[key])).size).toBe(bodies.length);
  });

  test('phones are Brazilian mobile numbers, and no two look like one person', () => {
    const phones = bodies.slice(0, 2_000).map((body) => normalizePhone(body.telefone));
    expect(new Set(phones.map(({ phoneKind }) => phoneKind))).toEqual(new Set(['movel']));
    expect(new Set(phones.map(({ phoneKey }) => phoneKey)).size).toBe(phones.length);
  });

  test('the next ones go on where the last ones ended', () => {
    const submissions = new Submissions('secret');
    expect(submissions.requests(2).map(({ id }) => id)).toEqual(['bench-1', 'bench-2']);
    expect(submissions.deliveries(1).map(({ id }) => id)).toEqual(['bench-3']);
    expect(submissions.requests(1).map(({ id }) => id)).toEqual(['bench-4']);
  });

  test('a request is whole and signed over its body', () => {
    const [first] = new Submissions('secret').requests(1);
    const [head = '', body = ''] = (first?.request.toString() ?? '').split('\r\n\r\n');
    expect(head).toMatch(/^POST \/integracoes\/leads HTTP\/1\.1\r\n/);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(head).toContain(`X-Formulario-Signature: sha256=${hmacSha256Hex('secret', Buffer.from(body))}`);
    expect(JSON.parse(body)).toMatchObject({ id: 'bench-1', event_type: 'conversion' });
  });
});
