// Added to start.cjs while the code caches are made: each holds what was compiled until its thread ends.
process.on('exit', () => require('node:fs').writeFileSync(`${process.env.CODE_CACHE_FOLDER}/${cache}`, script.createCachedData()));
