/**
 * Where the writer's thread begins. CommonJS, and started by its path as text: inside the packaged executable a thread
 * can be started in no other way (a URL ends in "Cannot find module /snapshot/…").
 */
const extension = __filename.endsWith('.cts') ? 'ts' : 'js';
const { runWriterThread } = require(`./writer-thread.${extension}`);
runWriterThread();
