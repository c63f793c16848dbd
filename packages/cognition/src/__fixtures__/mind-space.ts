import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'
import { initIdentity } from '../identity/init-identity.ts'
import { type Mind, readMind } from '../mind.ts'

/** A space of the running test, and the minds of some agents in it. */
export async function mindSpace<Agent extends string>(
  ...agents: readonly Agent[]
): Promise<{ readonly paths: SpacePaths; readonly minds: Readonly<Record<Agent, Mind>> }> {
  const root = await mkdtemp(join(tmpdir(), 'minds-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths((await createSpace(root)).paths)
  const minds: Partial<Record<Agent, Mind>> = {}
  for (const agent of agents) {
    await initIdentity(paths, { agent, name: agent, description: `Is the ${agent}.`, prompt: '', uid: `100${agent}` })
    minds[agent] = await readMind(paths, agent)
  }
  return { paths, minds: minds as Record<Agent, Mind> }
}
