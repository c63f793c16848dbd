import type { Change, Space } from '@datacortex/space'
import { type ServerEvent, type ServerEventBus, InMemoryServerEventBus } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { noteUri } from './note-uri.ts'
import type { Tool } from './tools.ts'

export type ChangesOptions = {
  readonly space: Pick<Space, 'call'> & Partial<Pick<Space, 'onChange'>>
  readonly tools: readonly Tool[]
  readonly onBug: (error: unknown) => void
  readonly signal: AbortSignal
}

/** Tells those who listen which lists and notes of a space changed; the space is followed only while somebody does. */
export class SpaceChanges implements ServerEventBus {
  readonly #bus = new InMemoryServerEventBus()
  readonly #options: ChangesOptions
  #unfollow: (() => void) | undefined
  /** Of the last look at the notes. */
  #since = new Date().toISOString()

  constructor(options: ChangesOptions) {
    this.#options = options
  }

  get listeners(): number {
    return this.#bus.listenerCount
  }

  publish(event: ServerEvent): void {
    this.#bus.publish(event)
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const leave = this.#bus.subscribe(listener)
    if (this.#unfollow === undefined) {
      this.#since = new Date().toISOString()
      this.#unfollow = this.#options.space.onChange?.((change) => this.#note(change))
    }
    return () => {
      leave()
      if (this.listeners > 0) return
      this.#unfollow?.()
      this.#unfollow = undefined
    }
  }

  #note(change: Change): void {
    if (change === 'agents') return this.publish({ kind: 'prompts_list_changed' })
    this.publish({ kind: 'resources_list_changed' })
    void this.#look()
    return undefined
  }

  /** Names the notes that changed. */
  async #look(): Promise<void> {
    const { space, tools, signal, onBug } = this.#options
    if (!tools.some(({ operation }) => operation === 'notes.recent')) return
    const since = this.#since
    this.#since = new Date().toISOString()
    try {
      const { notes } = Recent.parse(await space.call('notes.recent', { since, top: 100 }, { signal }))
      for (const { path } of notes) this.publish({ kind: 'resource_updated', uri: noteUri(path) })
    } catch (error) {
      if (!signal.aborted) onBug(error)
    }
  }
}

const Recent = z.object({ notes: z.array(z.object({ path: z.string() })) })
