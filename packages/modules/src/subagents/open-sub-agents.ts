import type { LoadPluginOptions } from '../plugins/load-plugin.ts'
import { availableParallelism } from 'node:os'
import type { Settings } from '@datacortex/platform'
import type { Extraction, SubAgentInput } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { ExtractionChild } from './extraction-child.ts'
import type { ExtractionModule, SentInput } from './extraction-protocol.ts'

export type OpenSubAgentsOptions = Pick<LoadPluginOptions, 'paths' | 'robots' | 'userDirectory' | 'conditions'> & {
  readonly modules: readonly DiscoveredModule[]
  /** By name of a module: settings that win over the defaults of its manifest. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  /** Names of modules that read content before those of the program do, as the user's settings want it. */
  readonly readers?: readonly string[] | undefined
  /** Hosts that the user's settings grant every sub-agent: `host` or `host:port`. */
  readonly network?: readonly string[] | undefined
  /** Processes at most; as many as there are cores if absent. */
  readonly processes?: number | undefined
  /** For one extraction, in milliseconds. */
  readonly timeoutMs: number
  /** For one process, in MiB. */
  readonly memoryMb: number
}

/** The coded sub-agents of a space. Dispose it to end their processes. */
export type SubAgents = AsyncDisposable & {
  /** Modules that take this media type: `readers` in order, the program's, all others; the most special first. */
  readonly candidates: (contentType: string) => readonly string[]
  /** Extracts an input in a process of its own, by the first candidate that accepts it; throws `SUBAGENT_MISSING`. */
  readonly extract: (
    input: SentInput | SubAgentInput,
    options: { readonly signal: AbortSignal },
  ) => Promise<{ readonly module: string; readonly extraction: Extraction }>
}

/** After so many inputs a process is replaced, so that what a library never frees is freed. */
const inputsPerProcess = 200

/**
 * Opens the coded sub-agents of a space. Nothing is started before the first extraction; a process is kept for the
 * next input, and one that breaks its limits is killed and replaced.
 * @example await using subAgents = openSubAgents({ paths, modules, timeoutMs: 60_000, memoryMb: 1024 })
 */
export function openSubAgents(options: OpenSubAgentsOptions): SubAgents {
  const { paths, timeoutMs, memoryMb, userDirectory } = options
  const { robots = false, conditions = [], network = [], readers = [] } = options
  const modules: readonly ExtractionModule[] = options.modules
    .filter(({ manifest }) => Object.keys(manifest.provides.subagents).length > 0)
    .map((module) => ({ module, network, settings: options.settings?.[module.name] ?? {} }))
  const pool = new ChildPool(options.processes ?? availableParallelism(), () => {
    return new ExtractionChild({ paths, modules, userDirectory, conditions, memoryMb, robots, timeoutMs })
  })
  const candidates = (contentType: string): readonly string[] => candidatesFor(contentType, { modules, readers })
  return {
    candidates,
    async extract(input, { signal }) {
      const names = candidates(input.contentType)
      const { name, contentType } = input
      const missing = moduleError('SUBAGENT_MISSING', { input: name, contentType, tried: names })
      if (names.length === 0) throw missing
      const { module, extraction } = await pool.use((child) => child.extract(names, { input, signal }), signal)
      if (module === undefined || extraction === undefined) throw missing
      return { module, extraction }
    },
    [Symbol.asyncDispose]: async () => await pool.close(),
  }
}

// What comes from elsewhere may make anything of a text: nobody loses the content of a note by installing an agent.
/** Modules that take fewer kinds first, but those of the program before others unless the user says otherwise. */
function candidatesFor(
  contentType: string,
  { modules, readers }: { readonly modules: readonly ExtractionModule[]; readonly readers: readonly string[] },
): readonly string[] {
  const placeOf = ({ name, origin }: DiscoveredModule): number =>
    readers.includes(name) ? readers.indexOf(name) : readers.length + (origin === 'bundled' ? 0 : 1)
  return modules
    .map(({ module }) => {
      const accepts = Object.values(module.manifest.provides.subagents).flatMap((entry) => entry.accepts)
      return { name: module.name, place: placeOf(module), accepts }
    })
    .filter(({ accepts }) => accepts.some((pattern) => takes(pattern, contentType)))
    .sort((a, b) => a.place - b.place || a.accepts.length - b.accepts.length || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}

function takes(pattern: string, contentType: string): boolean {
  return pattern.endsWith('/*') ? contentType.startsWith(pattern.slice(0, -1)) : pattern === contentType
}

type Held = { readonly child: ExtractionChild; uses: number }

class ChildPool {
  readonly #size: number
  readonly #create: () => ExtractionChild
  readonly #idle: Held[] = []
  readonly #all = new Set<ExtractionChild>()
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(size: number, create: () => ExtractionChild) {
    this.#size = size
    this.#create = create
  }

  async use<T>(work: (child: ExtractionChild) => Promise<T>, signal: AbortSignal): Promise<T> {
    while (this.#busy >= this.#size) await this.#turn(signal)
    // Given up just when it was its turn: that is the next one's then.
    if (signal.aborted) this.#waiting.shift()?.()
    signal.throwIfAborted()
    this.#busy += 1
    try {
      const held = this.#take()
      try {
        return await work(held.child)
      } finally {
        await this.#giveBack(held)
      }
    } finally {
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((child) => child.close()))
  }

  /** Waits for a process; anyone who gives up waits no longer and takes no turn of another. */
  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (): void => {
      const place = this.#waiting.indexOf(resolve)
      if (place !== -1) this.#waiting.splice(place, 1)
      reject(signal.reason as Error)
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  #take(): Held {
    const kept = this.#idle.pop()
    if (kept?.child.isUsable === true) return kept
    const child = this.#create()
    this.#all.add(child)
    return { child, uses: 0 }
  }

  async #giveBack(held: Held): Promise<void> {
    held.uses += 1
    if (held.child.isUsable && held.uses < inputsPerProcess) {
      this.#idle.push(held)
      return
    }
    this.#all.delete(held.child)
    await held.child.close()
  }
}

/**
 * How the settings of a space want its sub-agents to be started, no matter who asks them.
 * @example openSubAgents({ paths, modules, ...subAgentSettings(settings) })
 */
export function subAgentSettings({ ingest, plugins }: Pick<Settings, 'ingest' | 'plugins'>) {
  const { timeout_ms: timeoutMs, memory_mb: memoryMb, concurrency: processes, readers } = ingest
  const reader = ingest.content_reader === 'jina' ? { reader: 'jina' } : {}
  const settings = { ...plugins, 'agent-url-fetcher': { ...reader, ...plugins['agent-url-fetcher'] } }
  return { settings, readers, processes, timeoutMs, memoryMb }
}
