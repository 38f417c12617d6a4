#!/usr/bin/env -S node --
import './check-runtime.js';
import { execute } from '@oclif/core';

await execute({ dir: import.meta.url });
