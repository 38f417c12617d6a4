#!/usr/bin/env -S node --
import './check-runtime.js';
import './nameless-user.js';
import './compile-cache.js';

// Imports that are written as such are found before anything runs, also before the check can say that they are missing.
const { runCli } = await import('../dist/src/cli/run-cli.js');
await runCli(import.meta.url);
