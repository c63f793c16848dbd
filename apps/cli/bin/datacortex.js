#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Compiled code is kept between runs: importing the model's runtime is the largest part of a cold start.
enableCompileCache()
const { main } = await import('../dist/main.js')
process.exitCode = await main(process.argv.slice(2))
