import { definitionTags, kinds, readCard, readCatalog, readDefinition, readRegistration } from '@datacortex/protocols'
import { expect, test } from 'vitest'
import { agentCard } from '../a2a/build-card.ts'
import { aiCatalog } from '../catalog/build-catalog.ts'
import { registrationFile } from '../erc8004/build-registration.ts'
import { agentDefinition } from '../nostr/agent-definition.ts'
import { sampleAgent } from './__fixtures__/sample-agent.ts'
import { publishedJson } from './write-export.ts'

// What directories of others read of what is published here: nothing that they have a place for is lost.

const url = 'https://agents.example.org/'
const name = 'Writer: "tides" – 潮'
const description = 'Writes & edits <texts>.\nAlso on the sea.'
const agents = [sampleAgent({ name, description }), sampleAgent({ name: 'Editor' }, 'editor')]
const [agent = sampleAgent()] = agents
const again = (document: object): unknown => JSON.parse(publishedJson(document))

test('a catalogue leads to each card, and the cards say of the agents what the registry says', () => {
  const items = readCatalog(again(aiCatalog(agents, { url }).catalog))
  if (typeof items === 'string') throw new Error(items)
  expect(items).toMatchObject(
    agents.map(({ id, entry }) => ({
      kind: 'card',
      title: entry.name,
      description: entry.description,
      url: `${url}agents/${id}/.well-known/agent-card.json`,
    })),
  )
  expect(new Set(items.map(({ identifier }) => identifier)).size).toBe(2)
  expect(readCard(again(agentCard(agent, { url }).card))).toMatchObject({
    name,
    description,
    version: '1.2.0',
    skills: ['Drafting: Drafts a note on a topic.'],
    tags: ['writing', 'notes'],
  })
})

test('a registration file of ERC-8004 says who it is, where it is asked, and which identities are its', () => {
  const registrations = [{ agentId: 7, agentRegistry: 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432' }] as const
  const mcp = { url: 'https://agents.example.org/mcp', version: '2026-07-28' }
  const { file } = registrationFile(agent, { url, registrations, mcp, active: true })
  const read = readRegistration(again(file))
  expect(read).toMatchObject({ name, description, identities: registrations, active: true })
  expect(read?.services).toEqual(file.services.map(({ name: of, endpoint }) => ({ name: of, endpoint })))
  expect(read?.services).toContainEqual({ name: 'MCP', endpoint: mcp.url })
  expect(read?.skills).toContain('drafting')
  expect(read?.links).toContain(`${url}agents/writer/.well-known/agent-card.json`)
})

test('a definition of Nostr says all that it was made of', () => {
  const definition = agentDefinition(agent, { instructions: 'You write.\n\n{task}', url })
  const event = { kind: kinds.definition, tags: definitionTags(definition), content: definition.content }
  const read = readDefinition(structuredClone(event) as never)
  expect(read).toMatchObject({ ...definition, instructions: 'You write.\n\n{task}', hashtags: ['writing', 'notes'] })
})
