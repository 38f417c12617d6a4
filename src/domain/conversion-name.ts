import { normalSpelling } from './event-kind.ts';

/**
 * What a setting says for a conversion of this name: its own entry, else one in another spelling (`Lead.Qualified` for `lead_qualified`), as
 * events have always been read. Undefined: the setting does not name it.
 */
export function byConversionName(setting: ReadonlyMap<string, string>, name: string): string | undefined {
  const own = setting.get(name);
  if (own !== undefined) return own;
  const spelling = normalSpelling(name);
  return [...setting].find(([key]) => normalSpelling(key) === spelling)?.[1];
}
