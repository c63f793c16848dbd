import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { readRegistry } from '@datacortex/registry'
import { onTestFinished } from 'vitest'
import type { CreateOptions } from '../create.ts'
import type { createDynamicAgent } from '../create.ts'
import type { ResolveOptions } from '../resolve.ts'
import { createIn, places } from './made-agent.ts'

export const architect = {
  name: 'Architect',
  description: 'Makes specialists.',
  skills: [{ id: 'build', name: 'Build', description: '', tags: [] }],
  spawns: ['helper'],
  runtime: { tools: ['Read', 'Bash'] },
  reads: { required: ['0-personal/notes/**'] },
  writes: ['0-personal/notes/**'],
  sources: ['arxiv'],
}
const helper = { name: 'Helper', description: 'Helps.', skills: [] }

export type MadeSpace = {
  readonly paths: SpacePaths
  readonly options: () => Promise<ResolveOptions>
  /** Replaces the entries of the registry. */
  readonly register: (agents: Readonly<Record<string, object>>) => Promise<void>
  readonly create: (id: string, more?: Partial<CreateOptions>) => ReturnType<typeof createDynamicAgent>
}

/** A space of the running test with an architect, who may do some things. */
export async function madeSpace(): Promise<MadeSpace> {
  const root = await mkdtemp(join(tmpdir(), 'dynamic-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths((await createSpace(root)).paths)
  const register: MadeSpace['register'] = async (agents) =>
    await writeFile(paths.agentsFile, JSON.stringify({ agents }))
  await mkdir(join(root, '0-personal/notes'), { recursive: true })
  await register({ architect, helper })
  const options = async (): Promise<ResolveOptions> => ({ registry: await readRegistry(paths), places })
  return { paths, options, register, create: async (id, more = {}) => await createIn(paths, id, more) }
}
