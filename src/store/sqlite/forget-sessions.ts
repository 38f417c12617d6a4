import { Connection } from './connection.ts';
import { openDriver } from './driver.ts';

/**
 * Ends every session that a database holds, without bringing its schema up to date: a copy knows nothing of the sessions that were ended
 * after it was made.
 */
export function forgetSessions(path: string): void {
  const connection = new Connection(openDriver(path, { readonly: false }), path);
  try {
    const table = connection.statement("select 1 from sqlite_schema where type = 'table' and name = 'sessoes'").get();
    if (table !== undefined) connection.driver.exec('delete from sessoes');
  } finally {
    connection.close();
  }
}
