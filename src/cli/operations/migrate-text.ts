import type { Migration, MigrationPlan } from '../../app/migrate-database.ts';
import { formatDuration } from '../../base/duration.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { MESSAGES, say } from '../../messages/messages.ts';

/** `Schema 1 → 2: one step.` and one line per step. */
export function planText({ current, target, steps }: MigrationPlan): string {
  if (steps.length === 0) return say((m) => m.cli.operations.schemaCurrent({ current }));
  const from = current === 0 ? say((m) => m.cli.operations.noDatabaseYet) : `${say((m) => m.cli.operations.schema)} ${current}`;
  const lines = steps.map((step) => `  ${step.version} ${step.name}${step.summary === undefined ? '' : `: ${say(step.summary)}`}`);
  return [`${from} → ${say((m) => m.cli.operations.schemaWord)} ${target}`, ...lines].join('\n');
}

export function stepText({ version, name }: Pick<Migration, 'version' | 'name'>, ms: number): string {
  return say((m) => m.cli.operations.step({ version, name, duration: formatDuration(ms) }));
}

export function migratedText({ target, current }: MigrationPlan, dryRun: boolean, ms: number): string {
  const took = formatDuration(ms);
  if (!dryRun) return say((m) => m.cli.operations.migrated({ target, took }));
  return say(({ cli: { operations } }) => (current === 0 ? operations.nothingWasMade : operations.dryRun({ took })));
}

/** `durations`: ms by version, for the completed steps. */
export function migrateJson(plan: MigrationPlan, dryRun: boolean, durations: ReadonlyMap<number, number>): JsonObject {
  return {
    versao_atual: plan.current,
    versao_alvo: plan.target,
    passos: plan.steps.map((step) => ({
      versao: step.version,
      nome: step.name,
      descricao: step.summary?.(MESSAGES.en) ?? null,
      duracao_ms: roundedOrNull(durations.get(step.version)),
    })),
    simulacao: dryRun,
  };
}

function roundedOrNull(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms);
}
