import type { Backup } from '../../app/back-up.ts';
import type { BackupVerification, Restored } from '../../app/restore-backup.ts';
import { formatDuration } from '../../base/duration.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { type Sentence, say, sayText } from '../../messages/messages.ts';
import { isoTime } from '../../presentation/json.ts';
import type { DatabaseContents } from '../../store/sqlite/inspection.ts';
import { renderTime } from '../local-time.ts';
import { renderBlock, renderBytes } from '../render.ts';

/** `data/backups/…: 12.3 MiB, 1234 events, 1200 leads, 0 jobs; copied and verified in 1 s.` */
export function backupText({ path, isEncrypted, bytes, contents }: Backup, durationMs: number): string {
  const took = formatDuration(durationMs);
  return say((m) => m.cli.operations.copied({ path, isEncrypted, bytes: renderBytes(bytes), contents: contentsText(contents), took }));
}

/** Further information for the operator, as sentences. */
export function backupRemarks({ warnings, removed, isNoted }: Backup): readonly string[] {
  return [
    ...warnings.map(sayText),
    ...(removed.length === 0 ? [] : [say((m) => m.cli.operations.olderDeleted({ removedCount: removed.length }))]),
    ...(isNoted ? [] : [say((m) => m.cli.operations.backupNotNoted)]),
  ];
}

export function backupJson(
  { path, isEncrypted, bytes, sha256, schemaVersion, contents, warnings, removed }: Backup,
  durationMs: number,
): JsonObject {
  return {
    arquivo: path,
    criptografado: isEncrypted,
    bytes,
    sha256,
    versao_esquema: schemaVersion,
    ...contentsJson(contents),
    avisos: warnings.map(({ en }) => en),
    removidos: removed,
    duracao_ms: Math.round(durationMs),
  };
}

/** A backup, and whether it can be used. */
export function verificationText(verification: BackupVerification): string {
  const { path, bytes, sha256, checksum, schemaVersion, contents, problems, warnings } = verification;
  const block = renderBlock([
    [say((m) => m.cli.operations.backup), path],
    [say((m) => m.labels.fields.size), renderBytes(bytes)],
    [say((m) => m.cli.operations.checksum), `${say((m) => m.cli.operations.checksums[checksum])} (sha256 ${sha256.slice(0, 16)}…)`],
    ...(schemaVersion === null ? [] : [[say((m) => m.cli.operations.schema), schemaVersion] as const]),
    ...(contents === null ? [] : contentRows(contents)),
  ]);
  const verdict = say((m) => m.cli.operations[problems.length === 0 ? 'whole' : 'damaged']);
  return [block, '', verdict, ...problems.map((problem) => `  ${sayText(problem)}`), ...warnings.map(sayText)].join('\n');
}

export function verificationJson(verification: BackupVerification): JsonObject {
  const { path, bytes, sha256, checksum, schemaVersion, contents, problems, warnings } = verification;
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

/** Where the files are after a restore, or why nothing was changed. */
export function restoredText({ verification, isDone, kept, erasedAgain }: Restored, database: string): string {
  if (verification.problems.length > 0) return verificationText(verification);
  if (!isDone) return say((m) => m.labels.nothingChanged);
  const lines = [
    say((m) => m.cli.operations.restored({ database, path: verification.path })),
    ...(kept === null ? [] : [say((m) => m.cli.operations.oldKept({ kept }))]),
    ...(erasedAgain === 0 ? [] : [say((m) => m.cli.operations.erasedAgain({ erasedAgain }))]),
    say((m) => m.cli.operations.startAgain),
  ];
  return lines.join('\n');
}

/** The question before the live database is replaced. */
export function restoreQuestion({ contents }: BackupVerification, database: string): Sentence {
  const newestAt = contents?.newestEventAt ?? null;
  if (newestAt === null) return (m) => m.cli.operations.confirmEmptyRestore({ database });
  return (m) => m.cli.operations.confirmRestore({ database, newest: renderTime(newestAt) });
}

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
