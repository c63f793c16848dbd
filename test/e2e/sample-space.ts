import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Made, madeOnce } from './made-once.ts'
import { runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { trustAll } from './trust-all.ts'
import { makeFolder } from './temporary-folder.ts'

/** A space with the sample agents, a copy of its own for each test file, and of what it is one. */
export type SampleSpace = { readonly root: string; readonly made: Made }

/** Makes the space before the tests of a file and removes it after them. Tests that change it take a copy. */
export function useSampleSpace(): () => SampleSpace {
  return useCopy(sampleAgents)
}

/** The same with the sample notes, all in the index. */
export function useSampleSpaceWithNotes(): () => SampleSpace {
  return useCopy(sampleAgentsAndNotes)
}

function useCopy(make: () => Promise<Made>): () => SampleSpace {
  let space: SampleSpace | undefined
  let root = ''
  beforeAll(async () => {
    root = await makeFolder()
    const made = await make()
    await copySpace(made.root, root)
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

/** To embed the sample agents for each file takes a minute of all. */
async function sampleAgents(): Promise<Made> {
  return await madeOnce('sample', async (root) => {
    await mkdir(root)
    return await runJson(['init', '--from', `${sample}/agents`, `${sample}/skills`], { cwd: root })
  })
}

async function sampleAgentsAndNotes(): Promise<Made> {
  const agents = await sampleAgents()
  return await madeOnce('sample-with-notes', async (root) => {
    await copySpace(agents.root, root)
    await cp(join(sample, 'notes'), root, { recursive: true, preserveTimestamps: true })
    return await runJson(['index'], { cwd: root })
  })
}

async function copySpace(from: string, to: string): Promise<void> {
  // An index knows its notes by their times.
  await cp(from, to, { recursive: true, preserveTimestamps: true })
  await trustAll(to)
}
