// The first script of the executable, in its main thread and in the threads that write and read the database. It compiles the program from
// the assets of the executable. With a code cache that takes a quarter of the time, but a cache is always read as a whole, in time
// proportional to its size: so there is a small one for the version and the help.
const { getAssetKeys, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const SHOWS_ONLY = ['--version', '-v', '--help', '-h', 'help'];

const words = process.argv.slice(2);
const showsOnly = words.length === 0 || words.some((word) => SHOWS_ONLY.includes(word));
const name = isMainThread ? 'program' : 'thread';
// The script of the threads is too small to need one.
const cache = `${showsOnly ? 'help' : 'program'}.cache`;

/** An asset, decompressed if its name shows that it is compressed; `undefined` if there is none. */
function asset(wanted) {
  const key = getAssetKeys().find((present) => present === wanted || present === `${wanted}.zst`);
  if (key === undefined) return undefined;
  const bytes = Buffer.from(getRawAsset(key));
  return key === wanted ? bytes : require('node:zlib').zstdDecompressSync(bytes);
}

// One byte per character: see bundle.js.
const source = asset(`${name}.cjs`).latin1Slice();
// A cache is valid for one processor and one build of Node: an executable that was built on another kind of machine has none.
const cachedData = isMainThread ? asset(cache) : undefined;
const script = new Script(`(function (require) {${source}\n})`, { filename: `lead-intake ${name}`, cachedData });
script.runInThisContext()(require);
