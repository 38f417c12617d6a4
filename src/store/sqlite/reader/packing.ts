import { writeJson } from '../../../base/exact-json.ts';
import type { LeadChange, LeadView } from '../../../domain/lead.ts';
import type { EventTrail, LeadDetail, Page } from '../../../domain/report-ports.ts';
import { storedJson } from '../../sql/rows/fields.ts';
import { fromJsonTexts, toJsonTexts } from '../../sql/rows/lead-rows.ts';

/** What is done to what contains exact numbers: those would not survive the transfer between threads, so their JSON is sent as text. */
interface Treatment {
  readonly lead: (lead: LeadView) => unknown;
  readonly change: (change: LeadChange) => unknown;
}

const PACK: Treatment = {
  lead: (lead) => ({ ...lead, ...toJsonTexts(lead) }),
  change: (change) => ({
    ...change,
    fields: change.fields.map(({ field, before, after }) => ({ field, before: writeJson(before), after: writeJson(after) })),
  }),
};

const UNPACK: Treatment = {
  lead: (packed) => ({ ...packed, ...fromJsonTexts(packed as never) }),
  change: (packed) => ({
    ...packed,
    fields: packed.fields.map(({ field, before, after }) => ({
      field,
      before: storedJson(before as string),
      after: storedJson(after as string),
    })),
  }),
};

type Treat = (result: never, treatment: Treatment) => unknown;

const ofLeads: Treat = (leads: readonly LeadView[], { lead }) => leads.map(lead);

/** Where results have leads and changes of leads. */
const TREATED: Readonly<Record<string, Treat>> = {
  listLeads: (page: Page<LeadView>, { lead }) => ({ ...page, items: page.items.map(lead) }),
  leadsById: ofLeads,
  leadsNamed: ofLeads,
  findLead: (detail: LeadDetail | null, { lead, change }) =>
    detail && { ...detail, lead: lead(detail.lead), changes: detail.changes.map(change) },
  eventTrail: (trail: EventTrail | null, { lead, change }) =>
    trail && { ...trail, lead: trail.lead && lead(trail.lead), changes: trail.changes && change(trail.changes) },
};

export function packResult(name: string, result: unknown): unknown {
  return treated(name, result, PACK);
}

/** Reverses `packResult`. */
export function unpackResult(name: string, packed: unknown): unknown {
  return treated(name, packed, UNPACK);
}

function treated(name: string, result: unknown, treatment: Treatment): unknown {
  const treat = TREATED[name];
  return treat === undefined ? result : treat(result as never, treatment);
}
