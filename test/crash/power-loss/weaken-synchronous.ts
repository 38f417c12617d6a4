/**
 * Preloaded into the program (`--import`). Sets SQLite's `synchronous` to the environment variable WEAK_SYNCHRONOUS instead of the
 * program's FULL. It proves that the power cuts catch what a weaker setting loses; the program has no such setting, because nobody should
 * use one.
 */
import Database from 'better-sqlite3';

const { exec } = Database.prototype;

Database.prototype.exec = function execWeakened(this: Database.Database, sql: string) {
  return exec.call(this, sql.replace(/^pragma synchronous = full$/, `pragma synchronous = ${process.env['WEAK_SYNCHRONOUS']}`));
};
