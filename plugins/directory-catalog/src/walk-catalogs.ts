import { CodedError } from '@datacortex/errors'
import { inTurns, jsonOf } from '@datacortex/platform'
import type { DirectoryFailure, PublishedAgent } from '@datacortex/plugin'
import {
  type CatalogItem,
  type OutsideFetch,
  protocolError,
  readCard,
  readCatalog,
  readDocument,
} from '@datacortex/protocols'
import { publishedCard } from './published-card.ts'

/** With what documents are read. */
export type WalkContext = { readonly fetch: OutsideFetch; readonly signal: AbortSignal }

// A catalogue may name others, which may name it again.
const deepest = 4
const mostDocuments = 20_000
const mostFailures = 200
const concurrency = 8

/** An address, and the documents that led to it, outermost first. */
type Place = { readonly address: string; readonly trail: readonly string[] }

/** All agents of some catalogues, cards and sites; each document is read once, however often it is named. */
export async function walkCatalogs(addresses: readonly string[], context: WalkContext, mostCharacters = 100_000_000) {
  const agents = new Map<string, PublishedAgent>()
  const failures: DirectoryFailure[] = []
  const notes: DirectoryFailure[] = []
  const seen = new Set<string>()
  const fail = (at: string, error: unknown): void => {
    context.signal.throwIfAborted()
    const { code, message } = CodedError.is(error)
      ? error
      : unreadable(at, error instanceof Error ? error.message : 'it failed')
    if (failures.length < mostFailures) failures.push({ at, code, message })
  }
  const take = async (items: readonly CatalogItem[], { url, trail }: { url: string; trail: readonly string[] }) => {
    for (const { kind, identifier, url: named, data } of items) {
      if (kind === 'other') continue
      const at = named === undefined ? undefined : URL.parse(named, url)?.href
      if (at !== undefined && trail.some((one) => comparable(one) === comparable(at))) {
        const { code, message } = protocolError('PROTOCOLS_CATALOG_LOOP', { at, from: url })
        if (notes.length < mostFailures) notes.push({ at, code, message })
      } else if (at !== undefined && trail.length <= deepest) next.push({ address: at, trail })
      else if (at !== undefined) fail(at, unreadable(at, `it is nested deeper than ${deepest} catalogues`))
      else if (kind === 'card' && typeof data === 'object' && data !== null) {
        const id = `${url.replace(/#.*$/, '')}#${encodeURIComponent(identifier)}`
        const agent = await publishedCard({ json: data, text: JSON.stringify(data), url, id }, context)
        if (agent === undefined) fail(id, unreadable(id, 'it is no card'))
        else agents.set(id, agent)
      } else fail(identifier, unreadable(`${url} ${identifier}`, 'the entry has neither an address nor a document'))
    }
  }
  let read = 0
  let next: Place[] = []
  let places: readonly Place[] = addresses.map((address) => ({ address, trail: [] }))
  while (places.length > 0) {
    next = []
    const fresh = places.filter(({ address }) => {
      const isNew = !seen.has(comparable(address)) && seen.size < mostDocuments
      if (isNew) seen.add(comparable(address))
      return isNew
    })
    await inTurns(fresh, { atOnce: concurrency, signal: context.signal }, async (place) => {
      if (read > mostCharacters) return
      try {
        const documents = await documentsAt(place, context)
        if (documents.length === 0) throw unreadable(place.address, 'there is nothing')
        for (const { url, json, text } of documents) {
          read += text.length
          const isOther = comparable(url) !== comparable(place.address)
          if (isOther && seen.has(comparable(url))) continue
          seen.add(comparable(url))
          const items = readCatalog(json)
          if (typeof items === 'string') {
            const agent = await publishedCard({ json, text, url, id: url }, context)
            if (agent === undefined) throw unreadable(url, `it is neither a card nor a catalogue: ${items}`)
            agents.set(agent.id, agent)
          } else await take(items, { url, trail: [...place.trail, url] })
        }
      } catch (error) {
        fail(place.address, error)
      }
    })
    places = next
  }
  const [at = ''] = addresses
  if (seen.size >= mostDocuments) fail(at, unreadable(at, `it names more than ${mostDocuments} documents`))
  if (read > mostCharacters) fail(at, unreadable(at, `what it names is longer than ${mostCharacters} characters`))
  // Pages of it are counted, in whatever order it was answered.
  return { agents: [...agents.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)), failures, notes }
}

/** One agent by its address as it is now; undefined where there is none any more. */
export async function readAt(id: string, context: WalkContext): Promise<PublishedAgent | undefined> {
  const [address = '', part] = id.split('#', 2)
  for (const { url, json, text } of await documentsAt({ address, trail: [] }, context)) {
    const items = readCatalog(json)
    if (typeof items === 'string') return await publishedCard({ json, text, url, id: url }, context)
    const item = items.find(({ identifier, kind }) => kind === 'card' && encodeURIComponent(identifier) === part)
    if (item?.data === undefined) continue
    return await publishedCard({ json: item.data, text: JSON.stringify(item.data), url, id }, context)
  }
  return undefined
}

/** What lies at an address, if anything; of a site that has nothing of this kind there, its well-known files. */
async function documentsAt({ address, trail }: Place, context: WalkContext) {
  const from = trail.at(-1)
  const isSite = from === undefined && /^\/?$/.test(URL.parse(address)?.pathname ?? '-')
  const found = await readDocument(address, { ...context, from }).catch((error: unknown) => {
    if (isSite && CodedError.is(error, 'PROTOCOLS_UNREADABLE')) return undefined
    throw error
  })
  const json = found === undefined ? undefined : jsonOf(found.text)
  if (
    found !== undefined &&
    json !== undefined &&
    (typeof readCatalog(json) !== 'string' || readCard(json) !== undefined)
  )
    return [{ ...found, json }]
  if (!isSite && found === undefined) return []
  if (!isSite) throw unreadable(address, json === undefined ? 'it is no JSON' : 'it is neither a card nor a catalogue')
  for (const file of ['ai-catalog.json', 'agent-card.json']) {
    const own = await readDocument(new URL(`/.well-known/${file}`, address).href, { ...context, from: address })
    const inside = own === undefined ? undefined : jsonOf(own.text)
    if (own !== undefined && inside !== undefined) return [{ ...own, json: inside }]
  }
  throw unreadable(address, 'the site has neither /.well-known/ai-catalog.json nor /.well-known/agent-card.json')
}

function unreadable(at: string, reason: string): CodedError {
  return protocolError('PROTOCOLS_UNREADABLE', { at, reason })
}

function comparable(address: string): string {
  return address.replace(/#.*$/, '').replace(/\/$/, '')
}
