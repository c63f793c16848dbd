import { codedError } from '@datacortex/errors'
import { type DeepReadonly, inTurns, jsonOf, recordOf } from '@datacortex/platform'
import { definePlugin } from '@datacortex/plugin'
import type { Directory, DirectoryFailure, Plugin, PublishedAgent } from '@datacortex/plugin'
import { identityName, parseAgentRegistry, protocolError } from '@datacortex/protocols'
import { wordsOf } from '@datacortex/text'
import { z } from 'zod'
import { openRegistry } from './open-registry.ts'
import { publishedIdentity } from './published-identity.ts'
import { type RegistryAddress, RegistryText, registryAddress } from './registry-address.ts'
import { scanRegistry } from './scan-registry.ts'

const Erc8004Settings = z.strictObject({
  /** Addresses of RPCs; the registries are those that are known of their chains, or named behind `#`. */
  registries: z.array(RegistryText).max(20),
})

/** What one list gives of a registry: the identities that are still to be read, and how far the events were read. */
const Cursor = z.object({
  place: z.object({ block: z.string().regex(/^\d{1,15}$/), hash: z.templateLiteral(['0x', z.string()]) }).optional(),
  waiting: z.array(z.string().regex(/^\d{1,78}$/)),
  isMore: z.boolean(),
})
type Cursor = DeepReadonly<z.infer<typeof Cursor>>
const Cursors = z.record(z.string(), Cursor)

// Files that are read at a time.
const concurrency = 16

/** The identities of ERC-8004 registries. */
export const plugin: Plugin<'directory', z.infer<typeof Erc8004Settings>> = definePlugin({
  name: 'directory-erc8004',
  kind: 'directory',
  config: Erc8004Settings,
  setup({ config, fetch }) {
    const addresses = [...new Set(config.registries)].flatMap((text) => registryAddress(text) ?? [])

    /** Adds what changed in one registry after a cursor, at most so many; where the next list goes on. */
    async function change(address: RegistryAddress, { before, limit, signal, found }: Changing): Promise<Cursor> {
      const registry = await openRegistry(address, { fetch, signal })
      const isScanned = before.waiting.length === 0
      const scanned = isScanned
        ? await scanRegistry(registry, { from: before.place, limit: Math.max(limit, 200) })
        : undefined
      const ids = scanned?.changed.map(String) ?? before.waiting
      const agents = await inTurns(ids.slice(0, limit), { atOnce: concurrency, signal }, async (id) => {
        try {
          const agent = await publishedIdentity(registry, BigInt(id))
          if (agent === undefined) found.gone.push(identityName(registry.name, BigInt(id)))
          return agent
        } catch (error) {
          found.failures.push(failureOf(`${registry.name}:${id}`.toLowerCase(), error, signal))
          return undefined
        }
      })
      found.agents.push(...agents.filter((agent) => agent !== undefined))
      const note = (code: 'PROTOCOLS_RANGE_CUT' | 'PROTOCOLS_CHAIN_REORGANISED'): void =>
        void found.notes.push(failureOf(address.text, protocolError(code, { at: address.text }), signal))
      if (scanned?.isCut === true) note('PROTOCOLS_RANGE_CUT')
      if (scanned?.isAnew === true) note('PROTOCOLS_CHAIN_REORGANISED')
      found.anew ||= scanned?.isAnew === true
      const place = scanned === undefined ? before.place : scanned.place
      return { place, waiting: ids.slice(limit), isMore: scanned?.isMore ?? before.isMore }
    }

    const read: Directory['list'] = async ({ signal, limit, since }) => {
      signal.throwIfAborted()
      // Those that are damaged begin anew.
      const cursors = new Map<string, Cursor>(
        Object.entries(Cursors.safeParse(recordOf(jsonOf(since ?? ''))).data ?? {}),
      )
      const found: Found = { agents: [], failures: [], notes: [], gone: [], anew: false }
      const { agents, failures, notes, gone } = found
      for (const address of addresses) {
        const before = cursors.get(address.text)
        const isDone = before !== undefined && !isUnderWay(before) && [...cursors.values()].some(isUnderWay)
        if (isDone || agents.length >= limit) continue
        try {
          const changing = { before: before ?? start, limit: limit - agents.length, signal, found }
          cursors.set(address.text, await change(address, changing))
        } catch (error) {
          failures.push(failureOf(address.text, error, signal))
          cursors.set(address.text, { ...(before ?? start), isMore: false })
        }
      }
      const more = [...cursors.values()].some(isUnderWay) || addresses.some(({ text }) => !cursors.has(text))
      return {
        agents,
        failures,
        ...(notes.length === 0 ? {} : { notes }),
        ...(gone.length === 0 ? {} : { gone }),
        cursor: JSON.stringify(Object.fromEntries(cursors)),
        ...(more ? { more } : {}),
        ...(found.anew ? { anew: true } : {}),
      }
    }

    // A question that is asked beside a first list shares its files.
    let first: ReturnType<Directory['list']> | undefined
    const list: Directory['list'] = async (options) => {
      if (options.since !== undefined) return await read(options)
      const own = read(options).finally(() => (first = undefined))
      return await (first = own)
    }

    return {
      list,
      async find(query, { signal, limit }) {
        // A chain can't be searched: of the first identities those are given that have a word of the request.
        const { agents, failures } = await (first ?? read({ signal, limit: Math.max(limit, 200) }))
        const words = new Set(wordsOf(query))
        const fits = agents.filter(({ name, description, skills = [] }) =>
          wordsOf([name, description, ...skills].join(' ')).some((word) => words.has(word)),
        )
        return { agents: fits.slice(0, limit), failures }
      },
      async show(id, { signal }) {
        signal.throwIfAborted()
        const [, registry = '', agentId = ''] = /^(eip155:\d+:0x[0-9a-f]{40}):(\d{1,78})$/i.exec(id) ?? []
        const wanted = parseAgentRegistry(registry)
        if (wanted === undefined) return undefined
        let failure: unknown
        for (const address of addresses) {
          try {
            const opened = await openRegistry(address, { fetch, signal })
            if (opened.name.toLowerCase() === registry.toLowerCase())
              return await publishedIdentity(opened, BigInt(agentId))
          } catch (error) {
            signal.throwIfAborted()
            failure = error
          }
        }
        if (failure !== undefined) throw failure
        return undefined
      },
    }
  },
})

/** What a list has found so far. */
type Found = {
  readonly agents: PublishedAgent[]
  readonly failures: DirectoryFailure[]
  readonly notes: DirectoryFailure[]
  readonly gone: string[]
  /** Whether a chain was reorganised since. */
  anew: boolean
}
type Changing = { readonly before: Cursor; readonly limit: number; readonly signal: AbortSignal; readonly found: Found }

/** Why a part gave nothing; a bug, and the end of it all, are thrown on. */
function failureOf(at: string, error: unknown, signal: AbortSignal): DirectoryFailure {
  signal.throwIfAborted()
  const { code, message } = codedError(error)
  return { at, code, message }
}

const start: Cursor = { waiting: [], isMore: true }

function isUnderWay({ waiting, isMore }: Cursor): boolean {
  return waiting.length > 0 || isMore
}
