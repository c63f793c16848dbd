import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** What `datacortex --help` prints in 80 columns: to build all commands for it takes longer than the start of Node. */
export async function helpText(home: string): Promise<string> {
  const main = JSON.stringify(pathToFileURL(join(home, 'dist/main.js')).href)
  const code = `await (await import(${main})).main(['--help'])`
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])).stdout
}
