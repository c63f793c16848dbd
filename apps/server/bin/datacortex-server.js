#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`NODE_TOO_OLD  datacortex-server needs Node 24 or newer; this is ${process.version}.\n`)
  process.exit(1)
}
const { main } = await import('../dist/main.js')
process.exitCode = await main(process.argv.slice(2))
