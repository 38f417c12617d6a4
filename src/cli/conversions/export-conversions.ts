import type { DeliveryConfig } from '../../config/config.ts';
import type { ClientAccounts, ConversionOutbox } from '../../domain/delivery-ports.ts';
import { conversionCsvChunks, EXPORT_WINDOW_MS } from '../../presentation/conversion-csv.ts';
import { exportFilter } from '../../processing/consent.ts';
import { writeExport } from '../write-export.ts';

export interface ConversionExport {
  readonly conversions: DeliveryConfig['conversions'];
  readonly now: number;
  /** Only this client's conversions; `null` for all. */
  readonly clientId: string | null;
  /** UTC ms; `undefined`: as far back as the platform accepts clicks. */
  readonly since: number | undefined;
  /** `undefined` for standard output. */
  readonly file: string | undefined;
  readonly onProgress: (conversions: number) => void;
}

/**
 * Writes the file that Google Ads imports: the same rows as `/export/conversions.csv`.
 *
 * @returns how many conversions were written, and how many omitted because consent or a click id in the platform's format is missing
 * @throws AppError `invalid_input` if the file cannot be written
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
    isExportable: exportFilter({ clientId, consents, accounts, settings: { mode, keys } }),
    onProgress: (written, leftOut) => {
      told = { written, leftOut };
      onProgress(written);
    },
  });
  await writeExport(chunks, file);
  return told;
}
