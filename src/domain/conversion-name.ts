import { normalSpelling } from './event-kind.ts';

/**
 * The setting's value for a conversion name: the exact entry, or one with another spelling (`Lead.Qualified` for `lead_qualified`), the same
 * way event types are read. `undefined` if the setting does not contain the name.
 */
export function byConversionName(setting: ReadonlyMap<string, string>, name: string): string | undefined {
  const own = setting.get(name);
  if (own !== undefined) return own;
  const spelling = normalSpelling(name);
  return [...setting].find(([key]) => normalSpelling(key) === spelling)?.[1];
}
