import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only interfaces are merged with those of others.
  interface ProvidedContext {
    /** A folder that all test files share, for what is made once and copied by each. */
    readonly sharedFolder: string
  }
}

/**
 * Makes the folder before the first test file.
 *
 * @returns What takes it away after the last one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-e2e-')))
  project.provide('sharedFolder', folder)
  return async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
