/** Opens the database of the first argument in a separate process. Prints the error's code, or `open`. */
import { AppError } from '../../../src/base/app-error.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';

try {
  const store = openSqliteStore(process.argv[2] ?? '', Date.now());
  await store.checkWritable();
  await store.close();
  process.stdout.write('open');
} catch (error) {
  process.stdout.write(error instanceof AppError ? `${error.code} ${error.message}` : String(error));
}
