import { type Finding, codedError, infoFinding, warningFinding } from '@datacortex/errors'
import { type FoundDefinition, checkLinks, nostrAddressOf } from '@datacortex/export'
import { readSettings, shellWord, spaceFetchOptions } from '@datacortex/platform'
import { kinds, latestDefinitions, readReference, tagOf } from '@datacortex/protocols'
import type { RegisteredAgent } from '@datacortex/registry'
import type { Work } from '../work.ts'
import { relaysOf } from './nostr-relays.ts'

/** What relays have of the agents that were published on Nostr; without such, no relay is asked. */
export async function definitionsOf(
  work: Pick<Work, 'paths' | 'signal'>,
  agents: readonly RegisteredAgent[],
): Promise<(id: string) => FoundDefinition | undefined> {
  const wanted = agents.flatMap(({ id, entry }) => {
    const address = nostrAddressOf(entry)
    if (address === undefined) return []
    const reference = readReference(address)
    return 'kind' in reference ? [{ id, ...reference }] : []
  })
  if (wanted.length === 0) return () => undefined
  const authors = [...new Set(wanted.map(({ author }) => author))]
  const asked = await relaysOf(work)
    .then(async (relays) => await relays.ask([{ kinds: [kinds.definition, kinds.deletion], authors }]))
    .catch(codedError)
  const latest = 'events' in asked ? latestDefinitions(asked.events, { now: Date.now() }) : []
  const failed = 'events' in asked ? asked.failures.map(({ at, message }) => `${at}: ${message}`) : [asked.message]
  const found = new Map(
    wanted.map(({ id, author, d }): [string, FoundDefinition] => {
      const event = latest.find((one) => one.pubkey === author && tagOf(one, 'd') === d)
      if (event !== undefined) return [id, { event }]
      const isKnown = failed.length === 0
      return [id, { missing: isKnown ? 'no relay has its definition' : failed.join(' '), isKnown }]
    }),
  )
  return (id) => found.get(id)
}

/** Whether agents that are on Nostr, on a site and on a chain still name each other there. */
export async function nostrFindings(work: Work): Promise<readonly Finding[]> {
  const agents = [...(await work.catalogue()).registry.agents.values()]
  const definitionOf = await definitionsOf(work, agents)
  const { allowPrivate = [] } = spaceFetchOptions(work.paths, (await readSettings(work.paths)).network)
  const readingOf = (card: string) => ({
    allowLoopback: allowPrivate.some((one) => card.startsWith(`http://${one}/`)),
    signal: work.signal,
  })
  const findings: Finding[] = []
  for (const agent of agents) {
    const definition = definitionOf(agent.id)
    if (definition === undefined) continue
    const hint = `datacortex export nostr ${shellWord(agent.id)} --url ADDRESS --confirm, then publish card and registration file again`
    for (const { check, ok, detail } of await checkLinks(agent, { definition, readingOf })) {
      const said = { message: `On Nostr, ${check}: ${detail}.`, hint }
      if (ok === false) findings.push(warningFinding('NOSTR_LINK_WRONG', agent.id, said))
      else if (ok === null) findings.push(infoFinding('NOSTR_LINK_UNKNOWN', agent.id, said))
    }
  }
  return findings
}
