import type { SpacePaths } from '@datacortex/platform'
import type { AgentEntry } from '../../file/agent-entry.ts'
import type { Registry } from '../../file/registry.ts'

/** What can be found in a space. The prompts and the agents of modules are read by packages above this one. */
export type AgentsToFind = {
  /** With the agents of modules. */
  readonly registry: Registry
  /** Names of the modules that came with the program. */
  readonly bundled: ReadonlySet<string>
  /** Absolute path of the file that a prompt is read from; undefined if there is none. */
  readonly promptFile: (entry: AgentEntry) => string | undefined
  readonly readPrompt: ReadPrompt
}

/** The prompt of an agent; undefined if it has none, or none that may be read. */
export type ReadPrompt = (entry: AgentEntry) => Promise<string | undefined>

/** Reads them; asked only if the index has to be brought in step. */
export type ReadAgentsToFind = (
  paths: SpacePaths,
  options: { readonly bundledDirectory?: string | undefined },
) => Promise<AgentsToFind>
