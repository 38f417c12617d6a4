// The first script of the executable, in its main thread and in those that write and read the database. It compiles the program
// from what the executable carries. With a code cache that takes a quarter of the time, but a cache is read as a whole,
// in time with its size: so there is a small one for the version and for help.
const { getAssetKeys, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');
const { isMainThread, workerData } = require('node:worker_threads');

const SHOWS_ONLY = ['--version', '-v', '--help', '-h', 'help'];

const words = process.argv.slice(2);
const showsOnly = words.length === 0 || words.some((word) => SHOWS_ONLY.includes(word));
const name = isMainThread ? 'program' : workerData.script;
// The scripts of the threads are small enough to do without.
const cache = isMainThread && `${showsOnly ? 'help' : 'program'}.cache`;

// One byte is one character: see bundle.js.
const source = Buffer.from(getRawAsset(`${name}.cjs`)).latin1Slice();
// A cache fits one processor and one build of Node: an executable that was built on another kind of machine has none.
const cachedData = getAssetKeys().includes(cache) ? Buffer.from(getRawAsset(cache)) : undefined;
const script = new Script(`(function (require) {${source}\n})`, { filename: `lead-intake ${name}`, cachedData });
script.runInThisContext()(require);
