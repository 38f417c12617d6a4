import { expect, test } from 'vitest';
import { toPostgres } from '../../../src/store/postgres/dialect.ts';

test.each([
  ['parameters are numbered, except in strings', "select ? where a = '?' and b = ?", "select $1 where a = '?' and b = $2"],
  ['hints for the planner are left out', 'select 1 from t indexed by t_x where +t.a = likely(?)', 'select 1 from t where t.a = $1'],
  ['an addition is no hint', 'update t set n = n + 1, m = n +?', 'update t set n = n + 1, m = n +$1'],
  [
    'comments for this database are taken',
    'select a/*!::json*/ ->> 0 from t /*! for update */',
    'select a::json ->> 0 from t  for update ',
  ],
  ['a list is of ids', 'where id in (select value from json_each(?))', 'where id = any ($1::bigint[])'],
  ['or of texts', 'select value from json_each(/*!text*/ ?)', 'select value from json_array_elements_text($1::json)'],
  ['or of lists', 'from json_each(/*!json*/ ?) s', 'from json_array_elements($1::json) s'],
  ['nulls are compared', 'where a is ? or b is not ?', 'where a is not distinct from $1 or b is distinct from $2'],
  ['no bytes', "where corpo <> x''", "where corpo <> ''::bytea"],
  ['names keep their capitals', 'select a as eventId, b as id', 'select a as "eventId", b as id'],
  [
    'a row that is there is left as it is',
    'insert or ignore into t (a) values (?)',
    'insert into t (a) values ($1) on conflict do nothing',
  ],
  ['strings stay as they are', "select 'is not ? indexed by x' as a", "select 'is not ? indexed by x' as a"],
])('%s', (_, sql, expected) => {
  expect(toPostgres(sql)).toBe(expected);
});
