/**
 * Preloaded into the program (`--import`), gives SQLite the `synchronous` of the environment variable WEAK_SYNCHRONOUS
 * in place of the FULL that the program asks for. It shows that the power cuts catch what a weaker setting loses; the
 * program itself has no such setting, because nobody should have it.
 */
import Database from 'better-sqlite3';

const { exec } = Database.prototype;

Database.prototype.exec = function execWeakened(this: Database.Database, sql: string) {
  return exec.call(this, sql.replace(/^pragma synchronous = full$/, `pragma synchronous = ${process.env['WEAK_SYNCHRONOUS']}`));
};
