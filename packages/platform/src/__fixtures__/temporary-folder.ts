import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

/** A folder of the running test, which any user may enter and which goes away with it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-platform-'))
  await chmod(folder, 0o777)
  onTestFinished(async () => {
    // Tests take permissions away, and only root could remove such folders as they are.
    await promisify(execFile)('chmod', ['-R', 'u+rwX', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}
