import type { SqlValue } from './driver.ts';

/** A statement, or a part of one, with a parameter for each of its question marks. */
export interface Fragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** A condition with a value for each of its question marks. Where one is undefined, that was not asked for, and the condition is left out. */
export type Condition = readonly [sql: string, ...values: readonly (SqlValue | undefined)[]];

/** The conditions that are asked for, all of them. */
export function allOf(conditions: readonly Condition[]): Fragment {
  const asked = conditions.filter((condition) => !condition.includes(undefined));
  return {
    sql: asked.map(([sql]) => sql).join(' and ') || 'true',
    parameters: asked.flatMap(([, ...values]) => values as readonly SqlValue[]),
  };
}

/** One statement put together of texts and fragments, in their order: `` fragment`select * from leads where ${allOf(conditions)} limit ${limit}` ``. */
export function fragment(texts: TemplateStringsArray, ...parts: readonly (Fragment | SqlValue)[]): Fragment {
  const fragments = parts.map((part) => (isFragment(part) ? part : { sql: '?', parameters: [part] }));
  return {
    sql: texts.map((text, index) => `${text}${fragments[index]?.sql ?? ''}`).join(''),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

/** A text of ours as it stands: a column, a table. Never what somebody sent. */
export function verbatim(sql: string): Fragment {
  return { sql, parameters: [] };
}

/** The fragments with a text between them. */
export function joined(fragments: readonly Fragment[], between: string): Fragment {
  return { sql: fragments.map(({ sql }) => sql).join(between), parameters: fragments.flatMap(({ parameters }) => parameters) };
}

/** The rows whose ids these are. */
export function oneOf(column: string, ids: readonly (number | string)[]): Condition {
  return [`${column} in (select value from json_each(?))`, JSON.stringify(ids)];
}

function isFragment(part: Fragment | SqlValue): part is Fragment {
  return typeof part === 'object' && part !== null && 'sql' in part;
}
