import { rm } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import { runJson, sample } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'

/** A space with the sample agents, made once for a test file. */
export type SampleSpace = { readonly root: string; readonly initReport: unknown }

/** Makes the space before the tests of a file and removes it after them. Tests that change it take a copy. */
export function useSampleSpace(): () => SampleSpace {
  let space: SampleSpace | undefined
  let root = ''
  beforeAll(async () => {
    root = await makeFolder()
    const initReport = await runJson(['init', '--from', `${sample}/agents`, `${sample}/skills`], { cwd: root })
    space = { root, initReport }
  })
  afterAll(async () => {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  })
  return () => {
    if (space === undefined) throw new Error('The sample space is made in beforeAll.')
    return space
  }
}
