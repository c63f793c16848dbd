import { type SpacePaths, patientLimit, withTimeLimit } from '@datacortex/platform'
import type { Source } from '@datacortex/plugin'
import { sourceError } from './errors.ts'
import { whyNothingToAsk } from './eligibility.ts'
import { mcpSource } from './mcp/mcp-source.ts'
import { declarativeSource } from './declarative-source.ts'
import type { RegisteredSource } from './read-sources.ts'
import { sourceKey } from './source-key.ts'
import type { SourcePorts } from './source-ports.ts'

type Started = Source & Partial<AsyncDisposable>

/** The code behind the sources of a registry, each started when it is first needed. */
export function startedSources(paths: SpacePaths, ports: SourcePorts) {
  const starting = new Map<string, Promise<Started>>()
  const started = new Set<Promise<Started>>()
  const start = async (source: RegisteredSource): Promise<Started> => {
    const { id, type, mcp, request, module } = source
    const key = sourceKey(ports)
    const own = { ...ports, secret: async (name: string) => await key(source, name) }
    if (mcp !== undefined) return mcpSource(source, { ...own, paths })
    if (request !== undefined) return declarativeSource(source, own)
    if (module !== undefined) return await ports.loadSource(module, source)
    throw sourceError('SOURCE_MISCONFIGURED', { source: id, reason: whyNothingToAsk(source) ?? `it is ${type}` })
  }
  return {
    /** The source, started; one that could not be is tried again next time. Throws why it can't be started. */
    async get(source: RegisteredSource, signal: AbortSignal): Promise<Source> {
      signal.throwIfAborted()
      const one = starting.get(source.id) ?? start(source)
      starting.set(source.id, one)
      try {
        const open = await one
        started.add(one)
        return open
      } catch (error) {
        starting.delete(source.id)
        throw error
      }
    },
    /** Ends all of them; one that fails to end, or is still starting, keeps none of the others. */
    async [Symbol.asyncDispose](): Promise<void> {
      const all = [...starting.values()]
      starting.clear()
      const ending = all.map(async (one) => {
        const end = one.then(async (source) => await source[Symbol.asyncDispose]?.())
        // What is still starting is ended as soon as it has started, and not waited for.
        if (started.has(one))
          await withTimeLimit(async () => await end, { timeoutMs: patientLimit(longestEndMs), what: 'ending a source' })
        else end.catch(() => undefined)
      })
      await Promise.allSettled(ending)
    },
  }
}

const longestEndMs = 10_000
