import { rmSync } from 'node:fs'
import { cp, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Makes the folder of the tour, with a copy of the sample data, and goes there. */
export async function enterDemoFolder(): Promise<Disposable & { readonly path: string }> {
  const sample = fileURLToPath(new URL('../../sample', import.meta.url))
  const path = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-demo-')))
  const before = { folder: process.cwd(), config: process.env[configVariable] }
  const leave = (): void => {
    process.off('exit', leave)
    // Some systems don't delete the folder that a process is in.
    process.chdir(before.folder)
    if (before.config === undefined) delete process.env[configVariable]
    else process.env[configVariable] = before.config
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
  // A second Ctrl-C ends the process without disposing.
  process.on('exit', leave)
  try {
    await cp(sample, join(path, 'sample'), { recursive: true })
    process.chdir(path)
    process.env[configVariable] = join(path, 'config')
  } catch (error) {
    leave()
    throw error
  }
  return { path, [Symbol.dispose]: leave }
}

const configVariable = 'DATACORTEX_CONFIG_DIR'
