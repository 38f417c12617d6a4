import { writeJson } from '../../../base/exact-json.ts';
import type { LeadChange, LeadView } from '../../../domain/lead.ts';
import type { EventTrail, LeadDetail, Page } from '../../../domain/report-ports.ts';
import { storedJson } from '../../sql/rows/fields.ts';
import { fromJsonTexts, toJsonTexts } from '../../sql/rows/lead-rows.ts';

interface Packing {
  pack(result: never): unknown;
  unpack(packed: never): unknown;
}

const LEADS: Packing = {
  pack: (leads: readonly LeadView[]) => leads.map(packLead),
  unpack: (leads: readonly PackedLead[]) => leads.map(unpackLead),
};

/** Packs results that contain exact numbers: those would not survive the transfer between threads, so their JSON is sent as text. */
const PACKINGS: Readonly<Record<string, Packing>> = {
  listLeads: {
    pack: (page: Page<LeadView>) => ({ ...page, items: page.items.map(packLead) }),
    unpack: (page: Page<PackedLead>) => ({ ...page, items: page.items.map(unpackLead) }),
  },
  leadsById: LEADS,
  leadsNamed: LEADS,
  findLead: {
    pack: (detail: LeadDetail | null) => detail && { ...detail, lead: packLead(detail.lead), changes: detail.changes.map(packChange) },
    unpack: (detail: (LeadDetail & { lead: PackedLead; changes: readonly PackedChange[] }) | null) =>
      detail && { ...detail, lead: unpackLead(detail.lead), changes: detail.changes.map(unpackChange) },
  },
  eventTrail: {
    pack: (trail: EventTrail | null) =>
      trail && { ...trail, lead: trail.lead && packLead(trail.lead), changes: trail.changes && packChange(trail.changes) },
    unpack: (trail: (EventTrail & { lead: PackedLead | null; changes: PackedChange | null }) | null) =>
      trail && { ...trail, lead: trail.lead && unpackLead(trail.lead), changes: trail.changes && unpackChange(trail.changes) },
  },
};

export function packResult(name: string, result: unknown): unknown {
  const packing = PACKINGS[name];
  return packing === undefined ? result : packing.pack(result as never);
}

/** Reverses `packResult`. */
export function unpackResult(name: string, packed: unknown): unknown {
  const packing = PACKINGS[name];
  return packing === undefined ? packed : packing.unpack(packed as never);
}

type PackedLead = ReturnType<typeof packLead>;
type PackedChange = ReturnType<typeof packChange>;

function packLead(lead: LeadView) {
  return { ...lead, ...toJsonTexts(lead) };
}

function unpackLead(packed: PackedLead): LeadView {
  return { ...packed, ...fromJsonTexts(packed) };
}

function packChange(change: LeadChange) {
  return {
    ...change,
    fields: change.fields.map(({ field, before, after }) => ({ field, before: writeJson(before), after: writeJson(after) })),
  };
}

function unpackChange(packed: PackedChange): LeadChange {
  return {
    ...packed,
    fields: packed.fields.map(({ field, before, after }) => ({ field, before: storedJson(before), after: storedJson(after) })),
  };
}
