import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Settings, type SpacePaths, jsonOf, writeFileAtomically } from '@datacortex/platform'
import type { AgentNames } from '../agent-names.ts'
import type { PromptStamps } from './prompt-stamps.ts'

/** What the find index was built from, beside its tables. */
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
}

/** The rules of this version; raised whenever units, documents, cards or names are made differently. */
export const indexRules = 14

const stateFile = (paths: SpacePaths): string => join(paths.cacheDirectory, 'find', 'state.json')

/** The state of the index; undefined if there is none, or none that this version can use. */
export async function readIndexState(paths: SpacePaths): Promise<IndexState | undefined> {
  const text = await readFile(stateFile(paths), 'utf8').catch(() => undefined)
  // Only this program writes the file, whole and atomically; the version guards the shape.
  const state = jsonOf(text ?? '') as IndexState | null | undefined
  return state?.rules === indexRules ? state : undefined
}

/** Writes the state as a whole. */
export async function writeIndexState(paths: SpacePaths, state: IndexState): Promise<void> {
  await writeFileAtomically(stateFile(paths), JSON.stringify(state))
}
