type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** The values that are there. */
export function withoutUndefined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;
}

/** An address with those values of its query that are there. */
export function addressOf(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(withoutUndefined(values) as Record<string, string>);
  return query.size === 0 ? path : `${path}?${query}`;
}
