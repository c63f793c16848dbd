import { expect, test } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { aiCatalog } from './build-catalog.ts'

const url = 'https://agents.example.org'

test('an entry leads to the card of its agent', () => {
  const { catalog, findings } = aiCatalog([sampleAgent()], { url, publisher: { displayName: 'Example' } })
  expect(catalog).toMatchInlineSnapshot(`
    {
      "entries": [
        {
          "capabilities": [
            "drafting",
          ],
          "description": "Writes and edits texts.",
          "displayName": "Writer",
          "identifier": "urn:air:agents.example.org:agents:writer",
          "mediaType": "application/a2a-agent-card+json",
          "publisher": {
            "displayName": "Example",
            "identifier": "https://agents.example.org",
            "identityType": "https",
          },
          "representativeQueries": [
            "Draft a note on tides",
            "Write about spring tides",
            "Write a note on tides",
          ],
          "tags": [
            "writing",
            "notes",
          ],
          "type": "application/a2a-agent-card+json",
          "url": "https://agents.example.org/agents/writer/.well-known/agent-card.json",
          "version": "1.2.0",
        },
      ],
      "host": {
        "displayName": "Example",
        "identifier": "https://agents.example.org",
      },
      "specVersion": "1.0",
    }
  `)
  expect(findings).toEqual([])
})

test('readers of both specifications accept every entry', () => {
  const plain = sampleAgent({ skills: [], triggers: undefined, version: undefined, description: '' }, 'plain.2')
  const { catalog } = aiCatalog([sampleAgent(), plain], { url, searchUrl: `${url}/search-base` })
  expect(Object.keys(catalog)).toEqual(['specVersion', 'host', 'entries'])
  expect(new Set(catalog.entries.map(({ identifier }) => identifier)).size).toBe(3)
  for (const entry of catalog.entries) {
    expect(entry.identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/)
    expect(entry.mediaType).toBe(entry.type)
    expect(URL.canParse(entry.url)).toBe(true)
    expect(JSON.stringify(entry)).not.toMatch(/""|\[\]|\{\}|null/)
    expect([0, 2, 3, 4, 5]).toContain(entry.representativeQueries?.length ?? 0)
  }
  expect(catalog.entries.at(-1)).toMatchObject({
    type: 'application/ai-registry+json',
    url: 'https://agents.example.org/search-base/',
  })
})

test('each skill lends a query before any lends a second one', () => {
  const skill = (id: string, examples: readonly string[]): object => ({
    id,
    name: id,
    description: id,
    tags: [id],
    examples,
  })
  const agent = sampleAgent({
    skills: [skill('a', ['a1', 'a2', 'a3', 'a4']), skill('b', ['b1', ' a1 ']), skill('c', [])] as never,
    triggers: { examples: ['t1'] },
  })
  expect(aiCatalog([agent], { url }).catalog.entries[0]?.representativeQueries).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('too few examples are told, and no list of one is written', () => {
  const agent = sampleAgent({
    triggers: undefined,
    skills: [{ id: 'a', name: 'A', description: 'A', tags: ['a'], examples: ['one'] }],
  })
  const { catalog, findings } = aiCatalog([agent], { url })
  expect(catalog.entries[0]).not.toHaveProperty('representativeQueries')
  expect(findings).toMatchObject([{ code: 'CATALOG_QUERIES_FEW', subject: 'writer: skills[].examples' }])
})

test('a catalogue that readers may not find or misread is told', () => {
  const codes = (base: string): readonly string[] =>
    aiCatalog([sampleAgent()], { url: base }).findings.map(({ code }) => code)
  expect(codes('https://example.org/agents/')).toEqual(['EXPORT_WELL_KNOWN_NOT_AT_ROOT'])
  expect(codes('http://localhost:8080/')).toEqual(['CATALOG_HOST_LOCAL'])
})

test('no catalogue is made of nothing or for a host without a name', () => {
  expect(() => aiCatalog([], { url })).toThrow(expect.objectContaining({ code: 'EXPORT_NOTHING_TO_PUBLISH' }))
  expect(() => aiCatalog([sampleAgent()], { url: 'http://[::1]:8080/' })).toThrow(
    expect.objectContaining({ code: 'EXPORT_BASE_URL_INVALID' }),
  )
})
