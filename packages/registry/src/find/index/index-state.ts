import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { statSync } from 'node:fs'
import { type Settings, type SpacePaths, jsonOf, writeFileAtomically, parseJson, ifRefused } from '@datacortex/platform'
import { z } from 'zod'
import { ifCoded, attempt } from '@datacortex/errors'
import type { AgentNames } from '../agent-names.ts'
import { sourcePath } from '../../file/agent-source.ts'
import type { AgentsToFind } from './index-entry.ts'

export type IndexState = {
  /** Of the rules by which units are made; another one means that everything is made again. */
  readonly rules: number
  /** Of the space; empty while an update is under way, and where texts are not embedded yet. */
  readonly fingerprint: string
  readonly prompts: PromptStamps
  readonly modelId: string
  readonly settings: Pick<Settings, 'embeddings' | 'find'>
  /** Agents that can be found, copies included. */
  readonly agents: number
  /** Rows of the document table: agents without their copies. */
  readonly documents: number
  /** Texts that were not embedded when this was written. */
  readonly pending: number
  /** Agents that have examples. */
  readonly exemplified: number
  /** Beside the ids of the documents. */
  readonly names: AgentNames
  /** Documents of the program's own agents, and of those whose file was not there. */
  readonly standing: { readonly builtin: readonly string[]; readonly gone: readonly string[] }
}

/** The rules of this version; raised whenever units, documents, cards or names are made differently. */
export const indexRules = 17

const stateFile = (paths: SpacePaths): string => join(paths.cacheDirectory, 'find', 'state.json')

/** The state of the index; undefined if there is none, or none that this version can use. */
export async function readIndexState(paths: SpacePaths): Promise<IndexState | undefined> {
  const text = await readFile(stateFile(paths), 'utf8').catch(ifRefused(undefined))
  // Only this program writes the file, whole and atomically; the version guards the shape.
  const state = jsonOf(text ?? '') as IndexState | null | undefined
  return state?.rules === indexRules ? state : undefined
}

export async function writeIndexState(paths: SpacePaths, state: IndexState): Promise<void> {
  await writeFileAtomically(stateFile(paths), JSON.stringify(state))
}

export type IndexSignatures = ReadonlyMap<string, string>

const signaturesFile = (paths: SpacePaths): string => join(paths.cacheDirectory, 'find', 'signatures.json')

/** What was indexed when an update last finished a part; empty if unknown. */
export async function readSignatures(paths: SpacePaths): Promise<IndexSignatures> {
  const text = await readFile(signaturesFile(paths), 'utf8').catch(ifRefused(undefined))
  if (text === undefined) return new Map()
  return attempt(
    () => new Map(parseJson(text, z.array(z.tuple([z.string(), z.string()])), { origin: 'signatures.json' })),
    ifCoded(new Map()),
  )
}

export async function writeSignatures(paths: SpacePaths, signatures: IndexSignatures): Promise<void> {
  await writeFileAtomically(signaturesFile(paths), JSON.stringify([...signatures]))
}

/** Size and time of each file of a prompt, by its path as the registry would name it; `-` for one that is not there. */
export type PromptStamps = Readonly<Record<string, string>>

/** Size and time of all files of prompts. No hashes: each `find` looks, and reading ten thousand takes seconds. */
export function promptStamps(
  paths: SpacePaths,
  { registry, promptFile }: Pick<AgentsToFind, 'registry' | 'promptFile'>,
): PromptStamps {
  const files = [...registry.agents.values()].flatMap(({ entry }) => promptFile(entry) ?? [])
  return Object.fromEntries([...new Set(files)].map((file) => [sourcePath(paths, file), stampOf(file)]))
}

export function promptsAreUnchanged(paths: SpacePaths, stamps: PromptStamps): boolean {
  return Object.entries(stamps).every(([path, stamp]) => stampOf(resolve(paths.root, path)) === stamp)
}

/** Without waiting: some microseconds a file, a tenth of what asking for thousands at once takes. */
function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '-' : `${stats.size}-${stats.mtimeMs}`
}
