import type { JsonObject } from '../../base/exact-json.ts';
import type { DeliveryConfig } from '../../config/config.ts';
import { nearestName } from '../../config/nearest-name.ts';
import { normalSpelling } from '../../domain/event-kind.ts';
import { STAGE_NAMES, STAGE_SPELLINGS } from '../../domain/lead-stage.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';

/** In SEARCHADS_CONVERSION_ACTIONS: all other names. */
const ALL_OTHERS = '*';

/** A name that no setting or conversion has used so far. */
export interface NewStageName {
  readonly name: string;
  readonly stages: number;
  /** A suggested name; `undefined` if none is similar. */
  readonly meant: string | undefined;
}

/** The known stage names, from settings and conversions. Read them before registering a stage. */
export async function knownStageNames(
  reports: Pick<Reports, 'conversionNames'>,
  { searchAds, conversions }: Pick<DeliveryConfig, 'searchAds' | 'conversions'>,
): Promise<ReadonlySet<string>> {
  const configured = [...searchAds.conversionActions.keys(), ...conversions.names.keys()].filter((name) => name !== ALL_OTHERS);
  return new Set([...Object.values(STAGE_NAMES), ...configured, ...(await reports.conversionNames())]);
}

/** The unknown names, in the order of their first stage. */
export function newStageNames(names: readonly string[], known: ReadonlySet<string>): readonly NewStageName[] {
  const spelled = new Map([...STAGE_SPELLINGS, ...known].map((name) => [normalSpelling(name), name]));
  return [...Map.groupBy(names, (name) => name)]
    .filter(([name]) => !known.has(name))
    .map(([name, same]) => ({
      name,
      stages: same.length,
      meant: spelled.get(nearestName(normalSpelling(name), [...spelled.keys()]) ?? ''),
    }));
}

/** `New stage name "gahno" (2 stages). Did you mean "ganho"?` and what to do; empty if there are none. */
export function newNamesText(names: readonly NewStageName[], dryRun: boolean): readonly string[] {
  if (names.length === 0) return [];
  const lines = names.map(({ name, stages, meant }) => say((m) => m.cli.stages.newStageName({ name, stages, meant })));
  return dryRun ? lines : [...lines, say((m) => m.cli.stages.newStageNameHint)];
}

export function newNamesJson(names: readonly NewStageName[]): readonly JsonObject[] {
  return names.map(({ name, stages, meant }) => ({ nome: name, etapas: stages, parecido_com: meant ?? null }));
}
