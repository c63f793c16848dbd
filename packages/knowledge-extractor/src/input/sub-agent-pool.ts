import { CodedError, infoFinding } from '@datacortex/errors'
import type { Extraction, SubAgentInput } from '@datacortex/plugin'
import type { SubAgentPool } from '../ports.ts'

/** Coded sub-agents of which only an extraction finds out who takes an input: `openSubAgents` of `@datacortex/modules`. */
export type ExtractingAgents = {
  /** Names of the modules that may take this media type, the first to be asked first. */
  readonly candidates: (contentType: string) => readonly string[]
  /** Rejects with the code `SUBAGENT_MISSING` if none takes it. */
  readonly extract: (
    input: SubAgentInput,
    options: { readonly signal: AbortSignal },
  ) => Promise<{ readonly module: string; readonly extraction: Extraction }>
}

export type SubAgentPoolOptions = {
  /** Whether a module is the program's own; what others read says so in a finding `MODULE_READ`. */
  readonly isOwn: (module: string) => boolean
  readonly signal: AbortSignal
}

/**
 * The sub-agents of a space as `ingest` asks them: first who takes an input, then for its texts. Only the code of a
 * sub-agent knows what it takes, so asking is extracting, and the result waits to be fetched.
 * @example
 * await using agents = openSubAgents({ paths, modules, timeoutMs: 60_000, memoryMb: 1024 })
 * await ingest(inputs, { ...ports, subAgents: subAgentPool(agents, { isOwn: () => true, signal }) }, { signal })
 */
export function subAgentPool(agents: ExtractingAgents, { isOwn, signal }: SubAgentPoolOptions): SubAgentPool {
  // A folder is asked about where inputs are collected and extracted later: it is the same by its path.
  const begun = new Map<SubAgentInput | string, ReturnType<typeof agents.extract>>()
  const keyOf = (input: SubAgentInput) => (input.contentType === 'inode/directory' ? (input.path ?? input) : input)
  const begin = (input: SubAgentInput, until: AbortSignal): ReturnType<typeof agents.extract> => {
    const extracting = begun.get(keyOf(input)) ?? agents.extract(input, { signal: until })
    begun.set(keyOf(input), extracting)
    return extracting
  }
  return {
    accepts: async (input) => {
      if (agents.candidates(input.contentType).length === 0) return undefined
      try {
        return (await begin(input, signal)).module
      } catch (error) {
        if (CodedError.is(error, 'SUBAGENT_MISSING')) {
          begun.delete(keyOf(input))
          return undefined
        }
        // Why it can't be extracted is reported where it is extracted.
        return agents.candidates(input.contentType)[0]
      }
    },
    extract: async (_, input, options) => {
      const extracting = begin(input, options.signal)
      begun.delete(keyOf(input))
      const { module, extraction } = await extracting
      if (isOwn(module)) return extraction
      // A module's reading is as good as its author made it.
      const readBy = infoFinding('MODULE_READ', input.name, {
        message: `It was read by the installed module ${module}.`,
      })
      return { ...extraction, findings: [...extraction.findings, readBy] }
    },
  }
}
