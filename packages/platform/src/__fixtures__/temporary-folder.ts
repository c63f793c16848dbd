import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the running test, which any user may enter and which goes away with it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-platform-'))
  await chmod(folder, 0o777)
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  return folder
}
