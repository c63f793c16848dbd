import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '@datacortex/platform'
import { afterAll, beforeAll, inject } from 'vitest'
import { runJson, sample } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'

/** A space with the sample agents, a copy of its own for each test file. */
export type SampleSpace = { readonly root: string; readonly made: Made }

/** What the copies are of, and what `init` said of it. */
type Made = { readonly root: string; readonly report: unknown }

/** Makes the space before the tests of a file and removes it after them. Tests that change it take a copy. */
export function useSampleSpace(): () => SampleSpace {
  let space: SampleSpace | undefined
  let root = ''
  beforeAll(async () => {
    root = await makeFolder()
    const made = await madeOnce()
    // An index knows its notes by their times.
    await cp(made.root, root, { recursive: true, preserveTimestamps: true })
    space = { root, made }
  })
  afterAll(async () => {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  })
  return () => {
    if (space === undefined) throw new Error('The sample space is made in beforeAll.')
    return space
  }
}

/** The first test file that asks makes it: to embed the sample agents in each takes a minute of all. */
async function madeOnce(): Promise<Made> {
  const shared = inject('sharedFolder')
  const root = join(shared, 'sample')
  const file = join(shared, 'sample.json')
  const make = async (): Promise<Made> => {
    const kept = await readFile(file, 'utf8').catch(() => undefined)
    if (kept !== undefined) return { root, report: JSON.parse(kept) as unknown }
    await mkdir(root)
    const report = await runJson(['init', '--from', `${sample}/agents`, `${sample}/skills`], { cwd: root })
    await writeFile(file, JSON.stringify(report))
    return { root, report }
  }
  return await withLock(join(shared, 'sample.lock'), make, { timeoutMs: 100_000 })
}
