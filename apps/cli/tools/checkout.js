#!/usr/bin/env node
import { buildChanged } from './build.js'

// `datacortex` in a checkout. Older ones of Node are refused by what is imported last.
const status = Number.parseInt(process.versions.node, 10) < 24 ? 0 : buildChanged()
if (status === 0) await import('../bin/datacortex.js')
else process.exitCode = status
