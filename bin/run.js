#!/usr/bin/env -S node --
import './check-runtime.js';
import './nameless-user.js';
import './compile-cache.js';

// Static imports are resolved before any code runs, so the check could not report that they are missing.
const { runCli } = await import('../dist/src/cli/run-cli.js');
await runCli(import.meta.url);
