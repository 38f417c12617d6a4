// Loads a code cache and writes it again. V8 numbers functions in compilation order, which depends on timing; after loading, they are
// numbered in the order of the file.
//   node --random-seed=1 --predictable renumber.cjs PROGRAM CACHE
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const [program, file] = process.argv.slice(2);
// As in start.cjs: a cache is valid for one source text.
const script = new Script(`(function (require) {${readFileSync(program).latin1Slice()}\n})`, { cachedData: readFileSync(file) });
if (script.cachedDataRejected) throw new Error(`This Node rejected the code cache ${file}.`);
writeFileSync(file, script.createCachedData());
