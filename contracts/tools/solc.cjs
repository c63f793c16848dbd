#!/usr/bin/env node
// The compiler of the npm package, behind the command line of the native one, which forge expects.
const { readFileSync } = require('node:fs')
const nodePath = require('node:path')
const solc = require('solc')

const args = process.argv.slice(2)
if (args.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler in JavaScript\nVersion: ${solc.version()}\n`)
} else if (args.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: findSource }))
} else {
  process.stderr.write('This compiler knows --version and --standard-json.\n')
  process.exitCode = 1
}

function findSource(path) {
  const folders = args.flatMap((arg, index) =>
    (arg === '--base-path' || arg === '--include-path') && args[index + 1] !== undefined ? [args[index + 1]] : [],
  )
  for (const folder of [...folders, '.']) {
    try {
      return { contents: readFileSync(nodePath.resolve(folder, path), 'utf8') }
    } catch (error) {
      if (error.code !== 'ENOENT') return { error: error.message }
    }
  }
  return { error: `${path} is in none of ${[...folders, '.'].join(', ')}` }
}
