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
export class StartedSources {
  readonly #paths: SpacePaths
  readonly #ports: SourcePorts
  readonly #starting = new Map<string, Promise<Started>>()
  readonly #started = new Set<Promise<Started>>()

  constructor(paths: SpacePaths, ports: SourcePorts) {
    this.#paths = paths
    this.#ports = ports
  }

  /** The source, started; one that could not be is tried again next time. Throws why it can't be started. */
  async get(source: RegisteredSource, signal: AbortSignal): Promise<Source> {
    signal.throwIfAborted()
    const starting = this.#starting.get(source.id) ?? this.#start(source)
    this.#starting.set(source.id, starting)
    try {
      const started = await starting
      this.#started.add(starting)
      return started
    } catch (error) {
      this.#starting.delete(source.id)
      throw error
    }
  }

  /** Ends all of them; one that fails to end, or is still starting, keeps none of the others. */
  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#starting.values()]
    this.#starting.clear()
    const ending = all.map(async (starting) => {
      const end = starting.then(async (source) => await source[Symbol.asyncDispose]?.())
      // What is still starting is ended as soon as it has started, and not waited for.
      if (this.#started.has(starting))
        await withTimeLimit(async () => await end, { timeoutMs: patientLimit(longestEndMs), what: 'ending a source' })
      else end.catch(() => undefined)
    })
    await Promise.allSettled(ending)
  }

  async #start(source: RegisteredSource): Promise<Started> {
    const { id, type, mcp, request, module } = source
    const key = sourceKey(this.#ports)
    const ports = { ...this.#ports, secret: async (name: string) => await key(source, name) }
    if (mcp !== undefined) return mcpSource(source, { ...ports, paths: this.#paths })
    if (request !== undefined) return declarativeSource(source, ports)
    if (module !== undefined) return await this.#ports.loadSource(module, source)
    throw sourceError('SOURCE_MISCONFIGURED', { source: id, reason: whyNothingToAsk(source) ?? `it is ${type}` })
  }
}

const longestEndMs = 10_000
