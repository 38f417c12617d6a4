// Runs before start.cjs while the code caches are recorded: each contains what was compiled until the program ended. A cache must not
// depend on timing, so V8 neither discards code nor optimizes it. At the end, the flags are reset to the executable's: a cache is valid
// only for the flags it was created with.
const { setFlagsFromString } = require('node:v8');

const TIMING = ['flush-bytecode', 'profile-guided-optimization', 'sparkplug', 'maglev', 'turbofan'];

for (const flag of TIMING) setFlagsFromString(`--no-${flag}`);
process.on('exit', () => {
  for (const flag of TIMING) setFlagsFromString(`--${flag}`);
  // Set by NO_COLLECTION; 0 is V8's default.
  for (const size of ['min', 'max']) setFlagsFromString(`--${size}-semi-space-size=0`);
  require('node:fs').writeFileSync(`${process.env.CODE_CACHE_FOLDER}/${cache}`, script.createCachedData());
});
