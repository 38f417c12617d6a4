import type { DeliveryConfig } from '../../config/config.ts';
import type { ClientAccounts, ConversionOutbox } from '../../domain/delivery-ports.ts';
import { conversionCsvChunks, EXPORT_WINDOW_MS } from '../../presentation/conversion-csv.ts';
import { mayStandInFile } from '../../processing/export-rules.ts';
import { writeExport } from '../listing/write-export.ts';

export interface ConversionExport {
  readonly conversions: DeliveryConfig['conversions'];
  readonly now: number;
  /** Only of this client; null: of all. */
  readonly clientId: string | null;
  /** UTC ms; undefined: as far back as the platform takes clicks. */
  readonly since: number | undefined;
  /** Undefined: standard output. */
  readonly file: string | undefined;
  readonly onProgress: (conversions: number) => void;
}

/**
 * Writes the file that the search-ads platform imports: the same rows as `/export/conversions.csv`.
 *
 * @returns how many conversions were written, and how many left out for want of consent or of a click id of the platform's shape
 * @throws AppError `invalid_input` when the file cannot be written
 */
export async function exportConversions(
  outbox: Pick<ConversionOutbox, 'exportConversions'> & Pick<ClientAccounts, 'listClientConsents' | 'listClientAccounts'>,
  { conversions, clientId, now, since, file, onProgress }: ConversionExport,
): Promise<{ readonly written: number; readonly leftOut: number }> {
  const { timeZone, names, consent: mode, consentKeys: keys } = conversions;
  const [consents, accounts] = await Promise.all([outbox.listClientConsents(), outbox.listClientAccounts()]);
  let told = { written: 0, leftOut: 0 };
  const chunks = conversionCsvChunks(outbox, {
    since: since ?? now - EXPORT_WINDOW_MS,
    clientId,
    timeZone,
    names,
    mayTell: mayStandInFile({ clientId, consents, accounts, settings: { mode, keys } }),
    onProgress: (written, leftOut) => {
      told = { written, leftOut };
      onProgress(written);
    },
  });
  await writeExport(chunks, file);
  return told;
}
