import { redact } from '@datacortex/errors'
import { definePlugin, webUrl, type DirectoryAnswer, type Plugin } from '@datacortex/plugin'
import { protocolError } from '@datacortex/protocols'
import { wordsOf } from '@datacortex/text'
import { z } from 'zod'
import { type WalkContext, readAt, walkCatalogs } from './walk-catalogs.ts'

const CatalogSettings = z.strictObject({
  /** Catalogues, cards, or sites whose well-known files are read. */
  addresses: z
    .array(z.string().refine((text) => webUrl(text) !== undefined, 'must be an http or https address without user'))
    .max(100),
})

/** The agents of AI catalogues and A2A cards. */
export const plugin: Plugin<'directory', z.infer<typeof CatalogSettings>> = definePlugin({
  name: 'directory-catalog',
  kind: 'directory',
  config: CatalogSettings,
  setup({ config, fetch }) {
    // One walk serves all pages of a list, and a question that is asked beside it.
    let walk: Promise<DirectoryAnswer> | undefined
    const all = async (context: WalkContext, isAnew: boolean): Promise<DirectoryAnswer> => {
      if (isAnew || walk === undefined) {
        walk = walkCatalogs([...new Set(config.addresses)], context)
        walk.catch(() => (walk = undefined))
      }
      return await walk
    }
    return {
      async find(query, { signal, limit }) {
        signal.throwIfAborted()
        const { agents, failures, notes } = await all({ fetch, signal }, false)
        const words = new Set(wordsOf(query))
        const fits = agents.filter(({ name, description, skills = [] }) =>
          wordsOf([name, description, ...skills].join(' ')).some((word) => words.has(word)),
        )
        return { agents: fits.slice(0, limit), failures, notes }
      },
      async list({ signal, limit, since }) {
        signal.throwIfAborted()
        const from = /^\d{1,9}$/.test(since ?? '') ? Number(since) : 0
        const { agents, failures, notes } = await all({ fetch, signal }, from === 0)
        const to = from + limit
        const page = agents.slice(from, to)
        if (to < agents.length) return { agents: page, failures: [], more: true, cursor: String(to) }
        walk = undefined
        return { agents: page, failures, notes }
      },
      async show(id, { signal }) {
        signal.throwIfAborted()
        // What is kept is named without the key that its address has in the settings.
        const [shown = '', part] = id.split('#', 2)
        const address = config.addresses.find((one) => redact(one) === shown) ?? shown
        if (webUrl(address) === undefined) return undefined
        if (address.includes('=***'))
          throw protocolError('PROTOCOLS_UNREADABLE', { at: id, reason: 'the key in its address is not kept' })
        return await readAt(part === undefined ? address : `${address}#${part}`, { fetch, signal })
      },
    }
  },
})
