import { withoutEnd } from '@datacortex/text'
import { type MemoryEvent, normalPlace } from './memory-event.ts'
import { type AddedMemory, type MemoryRecord, type SessionMemory, stillHolds } from './session-memory.ts'

/** What the lines of the journal come to: applies each event once, in any order of repetition. */
export class MemoryLedger {
  readonly #memories = new Map<string, SessionMemory>()
  readonly #events = new Set<string>()
  /** Id of the first memory that says a thing and still holds, by {@link sayingKey}. */
  readonly #sayings = new Map<string, string>()
  readonly #lastNumber = new Map<string, number>()

  /** Memories in the order in which they were first remembered. */
  get memories(): readonly SessionMemory[] {
    return [...this.#memories.values()]
  }

  get(id: string): SessionMemory | undefined {
    return this.#memories.get(id)
  }

  /** The memory that says the same already, if it still holds. */
  sameAs(record: Pick<MemoryRecord, 'summary' | 'agent_id' | 'type'>): SessionMemory | undefined {
    const id = this.#sayings.get(sayingKey(record))
    return id === undefined ? undefined : this.#memories.get(id)
  }

  /** The next free id of a day: `mem-2026-01-31-007`. Only the holder of the journal's lock may use it. */
  nextId(timestamp: string): string {
    const day = timestamp.slice(0, 10)
    return `mem-${day}-${String((this.#lastNumber.get(day) ?? 0) + 1).padStart(3, '0')}`
  }

  /** Applies one event; gives what is wrong with it, undefined if it was applied now or earlier. */
  apply(event: MemoryEvent): string | undefined {
    if (this.#events.has(event.event_id)) return undefined
    const problem = event.event === 'added' ? this.#add(event) : this.#change(event)
    if (problem === undefined) this.#events.add(event.event_id)
    return problem
  }

  #add({ memory, at, event_id }: MemoryEvent & { event: 'added' }): string | undefined {
    if (this.#memories.has(memory.id)) {
      // Two writers overlapped, which takes a deleted lock file. Neither text may be lost.
      const id = `${memory.id}-${event_id.slice(0, 8)}`
      const repeated = this.apply({ event: 'added', event_id, at, memory: { ...memory, id } })
      return repeated ?? `the id ${memory.id} is taken, so it is ${id} from now on`
    }
    if (memory.supersedes !== undefined)
      this.#supersede(memory.supersedes, { by: memory.id, at, invalid_at: memory.valid_at })
    const executions = memory.source_execution === undefined ? [] : [memory.source_execution]
    this.#memories.set(memory.id, { ...memory, ...normalPlaces(memory), executions })
    // What it replaces may have said the same, so that comes first.
    const key = sayingKey(memory)
    if (!this.#sayings.has(key)) this.#sayings.set(key, memory.id)
    const [, day = '', number = '0'] = /^mem-(\d{4}-\d\d-\d\d)-(\d{1,9})$/.exec(memory.id) ?? []
    this.#lastNumber.set(day, Math.max(this.#lastNumber.get(day) ?? 0, Number(number)))
    return undefined
  }

  #change(event: Exclude<MemoryEvent, { event: 'added' }>): string | undefined {
    const memory = this.#memories.get(event.id)
    if (memory === undefined) return `there is no memory ${event.id}`
    switch (event.event) {
      case 'merged':
        this.#memories.set(event.id, {
          ...memory,
          executions: union(memory.executions, event.source_execution === undefined ? [] : [event.source_execution]),
          insights: union(memory.insights, event.insights),
          tags: union(memory.tags, event.tags),
          outputs: union(memory.outputs, event.outputs.map(normalPlace)),
        })
        break
      case 'superseded':
        this.#supersede(event.id, event)
        break
      case 'confirmed':
        if (memory.status === 'candidate') this.#memories.set(event.id, { ...memory, status: 'confirmed' })
        break
      case 'retracted':
        this.#end(memory, { status: 'retracted', retraction: event.reason, expired_at: event.at })
        break
      case 'similar':
        this.#memories.set(event.id, { ...memory, similar_to: event.to })
        break
    }
    return undefined
  }

  #supersede(id: string, { by, at, invalid_at }: { by: string; at: string; invalid_at?: string | undefined }): void {
    const memory = this.#memories.get(id)
    if (memory === undefined) return
    this.#end(memory, { status: 'superseded', superseded_by: by, invalid_at: invalid_at ?? at, expired_at: at })
  }

  #end(memory: SessionMemory, ended: Partial<SessionMemory>): void {
    // What came first stays: a fact ends once.
    if (!stillHolds(memory)) return
    const { id } = memory
    this.#memories.set(id, { ...memory, ...ended })
    // Saying it again afterwards is a new memory.
    const key = sayingKey(memory)
    if (this.#sayings.get(key) === id) this.#sayings.delete(key)
  }
}

/** Journals of earlier versions have paths as they were said. */
function normalPlaces({ source, outputs }: AddedMemory): Pick<AddedMemory, 'source' | 'outputs'> {
  return {
    source: source === undefined ? undefined : { ...source, path: normalPlace(source.path) },
    outputs: outputs.map(normalPlace),
  }
}

function union(first: readonly string[], second: readonly string[]): readonly string[] {
  return [...new Set([...first, ...second])]
}

/** What makes two records say the same: type, agent, and the words of the summary. */
function sayingKey({ type, agent_id, summary }: Pick<MemoryRecord, 'summary' | 'agent_id' | 'type'>): string {
  const words = summary.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return JSON.stringify([type ?? 'session-memory', agent_id ?? '', withoutEnd(words, '.!…')])
}
