import { describe, expect, test } from 'vitest';
import { LeadWatch } from '../../src/benchmark/lead-watch.ts';
import type { LeadView } from '../../src/domain/lead.ts';

/** Leads in the order of creation, and a token that grows with each change. */
class GrowingLeads {
  readonly #ids: number[] = [];
  readonly #onLook: (look: number) => void;
  #token = 0;
  #looks = 0;
  pagesRead = 0;

  constructor(onLook: (look: number) => void) {
    this.#onLook = onLook;
  }

  add(count: number): void {
    for (let added = 0; added < count; added += 1) this.#ids.push(this.#ids.length + 1);
    this.#token += 1;
  }

  changeToken(): number {
    this.#looks += 1;
    this.#onLook(this.#looks);
    return this.#token;
  }

  async leadsById(ids: readonly string[]) {
    this.pagesRead += 1;
    return ids.filter((id) => Number(id) <= this.#ids.length).map((id) => ({ id, identity: `lead-${id}` }) as LeadView);
  }
}

describe('watching leads', () => {
  test('notes each new one once, however many come at once, and reads nothing while nothing changes', async () => {
    const seen = Promise.withResolvers<void>();
    const leads = new GrowingLeads((look) => {
      if (look === 1) leads.pagesRead = 0;
      if (look === 2) leads.add(1);
      if (look === 3) leads.add(230);
      if (look === 6) seen.resolve();
    });
    leads.add(70);
    await using watch = await LeadWatch.start(leads);
    await seen.promise;
    expect([...watch.seenAt.keys()].toSorted()).toEqual(Array.from({ length: 231 }, (_value, index) => `lead-${71 + index}`).toSorted());
    expect(watch.seenAt.get('lead-71')).toBeLessThan(watch.seenAt.get('lead-72') ?? 0);
    // One page at the start, one for the single lead, five for the rest.
    expect(leads.pagesRead).toBe(1 + 1 + 5);
  });

  test('begins with no lead at all', async () => {
    const seen = Promise.withResolvers<void>();
    const leads = new GrowingLeads((look) => (look === 2 ? leads.add(2) : look === 3 && seen.resolve()));
    await using watch = await LeadWatch.start(leads);
    await seen.promise;
    expect([...watch.seenAt.keys()]).toEqual(['lead-1', 'lead-2']);
  });
});
