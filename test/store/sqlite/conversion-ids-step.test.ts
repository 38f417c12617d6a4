import { expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../src/store/sqlite/migrations/migrate.ts';
import { T0 } from '../../support/factories.ts';

test.each([7, 10])('conversions of schema %i that are gone leave their ids unused', (schema) => {
  const driver = openDriver(':memory:', { readonly: false });
  const lastId = () => driver.prepare("select seq from sqlite_sequence where name = 'conversoes'").get();
  try {
    migrate(driver, MIGRATIONS.slice(0, schema), T0);
    driver.exec(`
      pragma foreign_keys = off;
      insert into conversoes (id, lead_id, evento_id, nome, chave, ocorrida_em, criado_em, cliente_id)
        values (3, 1, 1, 'venda', 'a', ${T0}, ${T0}, 1), (9, 1, 1, 'venda', 'b', ${T0}, ${T0}, 1);
      delete from conversoes;`);
    expect(lastId()).toEqual({ seq: 9 });
    migrate(driver, MIGRATIONS, T0);
    expect(lastId()).toEqual({ seq: 9 });
  } finally {
    driver.close();
  }
});
