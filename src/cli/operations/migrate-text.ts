import type { Migration, MigrationPlan } from '../../app/migrate-database.ts';
import { formatDuration } from '../../base/duration.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../base/language.ts';

/** `Schema 1 → 2: one step.` and a line for each step. */
export function planText({ current, target, steps }: MigrationPlan): string {
  if (steps.length === 0) {
    return say({
      en: `The database has schema ${current}, the newest this program knows; there is nothing to do.`,
      pt: `O banco de dados tem o esquema ${current}, o mais novo que este programa conhece; não há nada a fazer.`,
    });
  }
  const from =
    current === 0
      ? say({ en: 'There is no database yet', pt: 'Ainda não há banco de dados' })
      : `${say({ en: 'Schema', pt: 'Esquema' })} ${current}`;
  const lines = steps.map((step) => `  ${step.version} ${step.name}${step.summary === undefined ? '' : `: ${say(step.summary)}`}`);
  return [`${from} → ${say({ en: 'schema', pt: 'esquema' })} ${target}`, ...lines].join('\n');
}

export function stepText({ version, name }: Migration, ms: number): string {
  return say({ en: `Step ${version} ${name}: ${formatDuration(ms)}`, pt: `Passo ${version} ${name}: ${formatDuration(ms)}` });
}

/** How it ended. */
export function migratedText({ target, current }: MigrationPlan, dryRun: boolean, ms: number): string {
  const took = formatDuration(ms);
  if (!dryRun)
    return say({ en: `The database has schema ${target} now (${took}).`, pt: `O banco de dados agora tem o esquema ${target} (${took}).` });
  if (current === 0) return say({ en: 'Nothing was made.', pt: 'Nada foi criado.' });
  return say({
    en: `Tried on a copy without an error (${took} with copying); the database was not changed.`,
    pt: `Testado em uma cópia sem erros (${took} com a cópia); o banco de dados não foi alterado.`,
  });
}

/** `durations`: ms by version, of the steps that were run. */
export function migrateJson(plan: MigrationPlan, dryRun: boolean, durations: ReadonlyMap<number, number>): JsonObject {
  return {
    versao_atual: plan.current,
    versao_alvo: plan.target,
    passos: plan.steps.map((step) => ({
      versao: step.version,
      nome: step.name,
      descricao: step.summary?.en ?? null,
      duracao_ms: roundedOrNull(durations.get(step.version)),
    })),
    simulacao: dryRun,
  };
}

function roundedOrNull(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms);
}
