import type { Backup } from '../../app/back-up.ts';
import type { BackupProof, Restored } from '../../app/restore-backup.ts';
import { formatDuration } from '../../base/duration.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import { isoTime } from '../../presentation/json.ts';
import type { DatabaseContents } from '../../store/sqlite/inspection.ts';
import { renderTime } from '../local-time.ts';
import { renderBlock, renderBytes } from '../render.ts';

/** `data/backups/…: 12.3 MiB, 1234 events, 1200 leads, 0 jobs; copied and proven whole in 1 s.` */
export function backupText({ path, bytes, contents }: Backup, durationMs: number): string {
  const took = formatDuration(durationMs);
  return say((m) => m.cli.operations.copiedProvenWhole({ path, bytes: renderBytes(bytes), contents: contentsText(contents), took }));
}

/** What an operator should know besides, as sentences. */
export function backupRemarks({ warnings, removed, isNoted }: Backup): readonly string[] {
  return [
    ...warnings.map((warning) => sayText(warning)),
    ...(removed.length === 0 ? [] : [say((m) => m.cli.operations.olderBackupsDeleted({ removedCount: removed.length }))]),
    ...(isNoted ? [] : [say((m) => m.cli.operations.theDatabaseCannotWritten)]),
  ];
}

export function backupJson({ path, bytes, sha256, schemaVersion, contents, warnings, removed }: Backup, durationMs: number): JsonObject {
  return {
    arquivo: path,
    bytes,
    sha256,
    versao_esquema: schemaVersion,
    ...contentsJson(contents),
    avisos: warnings.map(({ en }) => en),
    removidos: removed,
    duracao_ms: Math.round(durationMs),
  };
}

/** A backup, and whether it may be used. */
export function proofText(proof: BackupProof): string {
  const { path, bytes, sha256, checksum, schemaVersion, contents, problems, warnings } = proof;
  const block = renderBlock([
    [say((m) => m.cli.operations.backup), path],
    [say((m) => m.cli.operations.size), renderBytes(bytes)],
    [say((m) => m.cli.operations.checksum), `${sayText(CHECKSUMS[checksum])} (sha256 ${sha256.slice(0, 16)}…)`],
    ...(schemaVersion === null ? [] : [[say((m) => m.cli.operations.schema), schemaVersion] as const]),
    ...(contents === null ? [] : contentRows(contents)),
  ]);
  const verdict = problems.length === 0 ? say((m) => m.cli.operations.itWholeCanRestored) : say((m) => m.cli.operations.itMustNotRestored);
  return [block, '', verdict, ...problems.map((problem) => `  ${sayText(problem)}`), ...warnings.map((warning) => sayText(warning))].join(
    '\n',
  );
}

export function proofJson({ path, bytes, sha256, checksum, schemaVersion, contents, problems, warnings }: BackupProof): JsonObject {
  return {
    arquivo: path,
    integro: problems.length === 0,
    bytes,
    sha256,
    checksum: { matches: 'confere', differs: 'difere', none: 'ausente' }[checksum],
    versao_esquema: schemaVersion,
    ...(contents === null ? {} : contentsJson(contents)),
    problemas: problems.map(({ en }) => en),
    avisos: warnings.map(({ en }) => en),
  };
}

/** What stands where after a restore, or why nothing was changed. */
export function restoredText({ proof, isDone, kept }: Restored, database: string): string {
  if (proof.problems.length > 0) return proofText(proof);
  if (!isDone) return say((m) => m.cli.usage.nothingWasChanged);
  const lines = [
    say((m) => m.cli.operations.isNowTheBackup({ database, path: proof.path })),
    ...(kept === null ? [] : [say((m) => m.cli.operations.theDatabaseBeforeKept({ kept }))]),
    say((m) => m.cli.operations.startLeadIntakeServe),
  ];
  return lines.join('\n');
}

/** What is asked before the live database is replaced. */
export function restoreQuestion({ contents }: BackupProof, database: string): Translated<string> {
  const newestAt = contents?.newestEventAt ?? null;
  if (newestAt === null) {
    return inEveryLanguage((m) => m.cli.operations.replaceBackupHoldsNo({ database }));
  }
  const newest = renderTime(newestAt);
  return inEveryLanguage((m) => m.cli.operations.replaceBackupNewestEvent({ database, newest }));
}

export const RESTORE_HINT: Translated<string> = inEveryLanguage((m) => m.cli.operations.restoreHint);

const CHECKSUMS: Readonly<Record<BackupProof['checksum'], Translated<string>>> = {
  matches: inEveryLanguage((m) => m.cli.operations.matchesFileBeside),
  differs: inEveryLanguage((m) => m.cli.operations.differsFileBeside),
  none: inEveryLanguage((m) => m.cli.operations.notComparedNoSha),
};

function contentRows(contents: DatabaseContents): readonly (readonly [string, string])[] {
  return [
    [say((m) => m.cli.operations.contents), contentsText(contents)],
    [say((m) => m.cli.operations.newestEvent), renderTime(contents.newestEventAt)],
  ];
}

function contentsText({ events, leads, jobs }: DatabaseContents): string {
  return say((m) => m.cli.operations.text({ events, leads, jobs }));
}

function contentsJson({ events, leads, jobs, newestEventAt }: DatabaseContents): JsonObject {
  return { eventos: events, leads, jobs, evento_mais_novo_em: isoTime(newestEventAt) };
}
