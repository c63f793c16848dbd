import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import type { AgentEntry } from '../../file/agent-entry.ts'
import { agentSourceFile } from '../../file/agent-source.ts'
import { readRegistry } from '../../file/read/read-registry.ts'
import type { AgentsToFind } from '../index/index-entry.ts'
import type { FinderOptions } from '../index/refresh-index.ts'

/** What a test says of an agent. */
export type AgentText = Partial<AgentEntry> & { readonly description: string }

/** Three agents that have no word in common. */
export const threeAgents: Readonly<Record<string, AgentText>> = {
  gardener: {
    description: 'Plants tomatoes and waters flowers',
    skills: [{ id: 'prune', name: 'prune roses', description: 'cuts old wood', tags: ['garden'] }],
    triggers: { tags: [':home:outside:'], examples: ['my hedge grows too high'] },
  },
  cook: { description: 'Bakes bread, roasts meat', triggers: { tags: ['home'] } },
  lawyer: { description: 'Reads contracts before somebody signs', triggers: { patterns: ['sue.*landlord'] } },
}

/** A space of its own for one test, with these agents. */
export async function findSpace(agents: Readonly<Record<string, AgentText>> = threeAgents): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'registry-find-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const paths = ownPaths(spacePaths(root))
  await writeAgents(paths, agents)
  return paths
}

/** Replaces the registry of a space. */
export async function writeAgents(paths: SpacePaths, agents: Readonly<Record<string, AgentText>>): Promise<void> {
  const entries = Object.entries(agents).map(([id, entry]) => [id, { name: id, skills: [], ...entry }])
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  await writeFile(paths.agentsFile, stringify({ version: '2.0.0', agents: Object.fromEntries(entries) }))
}

/** An entry as the registry holds it. */
export function entryOf(text: AgentText, name = 'gardener'): AgentEntry {
  return { name, skills: [], ...text }
}

/** A test embedder that remembers which texts it was given. */
export function countingEmbedder(dimensions = 64): { readonly embedder: Embedder; readonly texts: string[] } {
  const inner = createHashEmbedder({ dimensions })
  const texts: string[] = []
  const embedder: Embedder = {
    modelId: inner.modelId,
    dimensions,
    embed: async (given, options) => {
      texts.push(...given)
      return await inner.embed(given, options)
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  return { embedder, texts }
}

/** What `openFinder` needs, with one embedder for all that open it. */
export function optionsOf(embedder: Embedder): Pick<FinderOptions, 'openEmbedder' | 'readAgents'> {
  return { openEmbedder: () => Promise.resolve(embedder), readAgents: agentsOf }
}

/** The agents of the registry alone, with their files as prompts. */
export async function agentsOf(paths: SpacePaths): Promise<AgentsToFind> {
  const promptFile = (entry: AgentEntry): string | undefined => agentSourceFile(paths, entry)
  const readPrompt = async (entry: AgentEntry): Promise<string | undefined> => {
    const file = promptFile(entry)
    return file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined)
  }
  return { registry: await readRegistry(paths), bundled: new Set(), promptFile, readPrompt }
}
