import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { systemErrorCode } from '@datacortex/platform'
import { exportError } from '../../errors.ts'

/** The path of anvil's program, which comes in an npm package for each system. */
export function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const system = process.platform
  const name = `@foundry-rs/anvil-${system}-${architecture}`
  try {
    // Only anvil's own package sees the one that holds the program.
    const require = createRequire(import.meta.url)
    const anvil = require.resolve('@foundry-rs/anvil/package.json')
    const folder = dirname(createRequire(anvil).resolve(`${name}/package.json`))
    return join(folder, 'bin', system === 'win32' ? 'anvil.exe' : 'anvil')
  } catch (error) {
    if (systemErrorCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw exportError('EXPORT_LOCAL_CHAIN_FAILED', { reason: `the npm package ${name} is not installed` })
  }
}
