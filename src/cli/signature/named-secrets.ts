import type { StoreContext } from '../../app/context.ts';
import { KeyedBox } from '../../app/keyed-box.ts';
import { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { namedSecretLabel } from '../../domain/named-secret.ts';
import type { Origin } from '../../domain/origin.ts';
import { inEveryLanguage } from '../../messages/messages.ts';

/** A named secret with its value. */
export interface OpenedSecret {
  readonly name: string;
  readonly value: string;
}

/**
 * The named secrets of a source, and as sentences which ones cannot be used. Without CREDENTIALS_KEY there are none, and the database is not
 * opened.
 */
export async function openNamedSecrets(
  source: Origin,
  credentialsKey: string | undefined,
  withStore: <T>(use: (context: StoreContext) => Promise<T>) => Promise<T>,
): Promise<{ readonly named: readonly OpenedSecret[]; readonly unused: readonly Translated<string>[] }> {
  if (credentialsKey === undefined) return { named: [], unused: [] };
  const box = new KeyedBox(credentialsKey);
  const named: OpenedSecret[] = [];
  const unused: Translated<string>[] = [];
  try {
    const sealed = await withStore(({ store }) => store.sealedNamedSecrets());
    for (const secret of sealed.filter(({ origin }) => origin === source)) {
      const { name } = secret;
      const value = await box.unseal(secret.sealed, namedSecretLabel(secret)).catch(() => undefined);
      if (value === undefined) unused.push(inEveryLanguage((m) => m.cli.signature.namedUnreadable({ name })));
      else named.push({ name, value });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = inEveryLanguage((_m, language) => error.inLanguage(language).message);
    unused.push(inEveryLanguage((m) => m.cli.signature.namedNotTried({ reason })));
  }
  return { named, unused };
}
