import type { Backup } from '../../app/back-up.ts';
import type { BackupProof, Restored } from '../../app/restore-backup.ts';
import { formatDuration } from '../../base/duration.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say, type Translated } from '../../base/language.ts';
import { isoTime } from '../../presentation/json.ts';
import type { DatabaseContents } from '../../store/sqlite/inspection.ts';
import { renderTime } from '../local-time.ts';
import { counted, renderBlock, renderBytes } from '../render.ts';

/** `data/backups/…: 12.3 MiB, 1234 events, 1200 leads, 0 jobs; copied and proven whole in 1 s.` */
export function backupText({ path, bytes, contents }: Backup, durationMs: number): string {
  const took = formatDuration(durationMs);
  return say({
    en: `${path}: ${renderBytes(bytes)}, ${contentsText(contents)}; copied and proven whole in ${took}.`,
    pt: `${path}: ${renderBytes(bytes)}, ${contentsText(contents)}; copiado e comprovado íntegro em ${took}.`,
  });
}

/** What an operator should know besides, as sentences. */
export function backupRemarks({ warnings, removed, isNoted }: Backup): readonly string[] {
  return [
    ...warnings.map((warning) => say(warning)),
    ...(removed.length === 0
      ? []
      : [
          say({
            en: `Older backups deleted: ${removed.length}.`,
            pt: `Backups mais antigos apagados: ${removed.length}.`,
          }),
        ]),
    ...(isNoted
      ? []
      : [
          say({
            en: 'The database cannot be written now, so `doctor` will not know of this backup.',
            pt: 'O banco de dados não pode ser gravado agora; o `doctor` não saberá deste backup.',
          }),
        ]),
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
    [say({ en: 'Backup', pt: 'Backup' }), path],
    [say({ en: 'Size', pt: 'Tamanho' }), renderBytes(bytes)],
    [say({ en: 'Checksum', pt: 'Checksum' }), `${say(CHECKSUMS[checksum])} (sha256 ${sha256.slice(0, 16)}…)`],
    ...(schemaVersion === null ? [] : [[say({ en: 'Schema', pt: 'Esquema' }), schemaVersion] as const]),
    ...(contents === null ? [] : contentRows(contents)),
  ]);
  const verdict =
    problems.length === 0
      ? say({ en: 'It is whole and can be restored.', pt: 'Está íntegro e pode ser restaurado.' })
      : say({ en: 'It must not be restored:', pt: 'Não deve ser restaurado:' });
  return [block, '', verdict, ...problems.map((problem) => `  ${say(problem)}`), ...warnings.map((warning) => say(warning))].join('\n');
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
  if (!isDone) return say({ en: 'Nothing was changed.', pt: 'Nada foi alterado.' });
  const lines = [
    say({ en: `${database} is now the backup ${proof.path}.`, pt: `${database} agora é o backup ${proof.path}.` }),
    ...(kept === null
      ? []
      : [say({ en: `The database before it is kept as ${kept}.`, pt: `O banco anterior foi guardado como ${kept}.` })]),
    say({
      en: 'Start `lead-intake serve` and the workers again; `lead-intake doctor` looks over everything.',
      pt: 'Inicie de novo o `lead-intake serve` e os workers; o `lead-intake doctor` confere tudo.',
    }),
  ];
  return lines.join('\n');
}

/** What is asked before the live database is replaced. */
export function restoreQuestion({ contents }: BackupProof, database: string): Translated<string> {
  const newestAt = contents?.newestEventAt ?? null;
  if (newestAt === null) {
    return {
      en: `Replace ${database} with this backup? It holds no events.`,
      pt: `Substituir ${database} por este backup? Ele não contém eventos.`,
    };
  }
  const newest = renderTime(newestAt);
  return {
    en: `Replace ${database} with this backup? Its newest event is of ${newest}; what came later is not in it.`,
    pt: `Substituir ${database} por este backup? O evento mais novo dele é de ${newest}; o que chegou depois não está nele.`,
  };
}

export const RESTORE_HINT: Translated<string> = {
  en: 'Add --yes to do it, or --check to only prove the backup.',
  pt: 'Acrescente --yes para fazer, ou --check para só comprovar o backup.',
};

const CHECKSUMS: Readonly<Record<BackupProof['checksum'], Translated<string>>> = {
  matches: { en: 'matches the file beside it', pt: 'confere com o arquivo ao lado' },
  differs: { en: 'DIFFERS from the file beside it', pt: 'DIFERE do arquivo ao lado' },
  none: { en: 'not compared: no .sha256 stands beside it', pt: 'não comparado: não há um .sha256 ao lado' },
};

function contentRows(contents: DatabaseContents): readonly (readonly [string, string])[] {
  return [
    [say({ en: 'Contents', pt: 'Conteúdo' }), contentsText(contents)],
    [say({ en: 'Newest event', pt: 'Evento mais novo' }), renderTime(contents.newestEventAt)],
  ];
}

function contentsText({ events, leads, jobs }: DatabaseContents): string {
  return say({
    en: `${counted(events, 'event')}, ${counted(leads, 'lead')}, ${counted(jobs, 'job')}`,
    pt: `${counted(events, 'evento')}, ${counted(leads, 'lead')}, ${counted(jobs, 'job')}`,
  });
}

function contentsJson({ events, leads, jobs, newestEventAt }: DatabaseContents): JsonObject {
  return { eventos: events, leads, jobs, evento_mais_novo_em: isoTime(newestEventAt) };
}
