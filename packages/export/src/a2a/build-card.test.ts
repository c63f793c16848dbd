import { expect, test } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { agentCard } from './build-card.ts'
import { bearerSecurity } from './bearer-security.ts'
import { validateCard } from './validate-card.ts'

const url = 'https://agents.example.org'

test('a card says what the registry says and where the agent answers', () => {
  const { card, findings } = agentCard(sampleAgent(), {
    url,
    provider: { url: 'https://example.org', organization: 'Example' },
  })
  expect(card).toMatchInlineSnapshot(`
    {
      "capabilities": {
        "pushNotifications": true,
        "streaming": true,
      },
      "defaultInputModes": [
        "text/plain",
        "text/markdown",
        "text/csv",
        "text/html",
        "application/json",
        "application/pdf",
        "image/png",
        "image/jpeg",
        "image/webp",
        "audio/mpeg",
        "audio/wav",
      ],
      "defaultOutputModes": [
        "text/markdown",
        "text/plain",
        "application/json",
      ],
      "description": "Writes and edits texts.",
      "name": "Writer",
      "provider": {
        "organization": "Example",
        "url": "https://example.org",
      },
      "skills": [
        {
          "description": "Drafts a note on a topic.",
          "examples": [
            "Draft a note on tides",
            "Write about spring tides",
          ],
          "id": "drafting",
          "inputModes": [
            "text/plain",
          ],
          "name": "Drafting",
          "outputModes": [
            "text/markdown",
          ],
          "tags": [
            "writing",
            "notes",
          ],
        },
      ],
      "supportedInterfaces": [
        {
          "protocolBinding": "JSONRPC",
          "protocolVersion": "1.0",
          "url": "https://agents.example.org/agents/writer/a2a",
        },
        {
          "protocolBinding": "HTTP+JSON",
          "protocolVersion": "1.0",
          "url": "https://agents.example.org/agents/writer/a2a",
        },
      ],
      "version": "1.2.0",
    }
  `)
  expect(findings).toEqual([])
  expect(validateCard(card)).toEqual([])
})

test('what the registry lacks is filled in, and each field is named', () => {
  const agent = sampleAgent({
    name: ' ',
    description: '',
    version: undefined,
    skills: [{ id: 'edit', name: 'Edit', description: '', tags: [] }],
    triggers: undefined,
  })
  const { card, findings } = agentCard(agent, { url })
  expect(card).toMatchObject({
    name: 'writer',
    description: 'writer',
    version: '0.0.0',
    skills: [{ id: 'edit', name: 'Edit', description: 'Edit', tags: ['edit'] }],
  })
  expect(findings.map(({ code, severity, subject }) => `${severity} ${code} ${subject}`)).toEqual([
    'warning A2A_NAME_EMPTY writer: name',
    'warning A2A_DESCRIPTION_EMPTY writer: description',
    'warning A2A_VERSION_MISSING writer: version',
    'info A2A_EXAMPLES_MISSING writer: skills[].examples',
    'warning A2A_SKILL_DESCRIPTION_EMPTY writer: skills[0].description',
    'warning A2A_SKILL_TAGS_EMPTY writer: skills[0].tags',
  ])
  expect(validateCard(card)).toEqual([])
})

test('an agent without skills gets one of its description', () => {
  const { card, findings } = agentCard(sampleAgent({ skills: [] }), { url })
  expect(card.skills).toEqual([
    {
      id: 'writer',
      name: 'Writer',
      description: 'Writes and edits texts.',
      tags: ['writer'],
      examples: ['Write a note on tides'],
    },
  ])
  expect(findings.map(({ code }) => code)).toEqual(['A2A_SKILLS_EMPTY'])
})

test('skills that nobody can see describe no agent', () => {
  const skills = [{ id: 'x', name: 'x', description: '\u202e\u0007', tags: [] }]
  const { card } = agentCard(sampleAgent({ name: 'Writer', description: '', skills }), { url })
  expect(card.description).toBe('Writer')
  expect(validateCard(card)).toEqual([])
})

test('bad values are left out and named', () => {
  const agent = sampleAgent({
    description: 'Writes \u001b[31mred\u202e \ud800 texts',
    skills: [
      { id: 'edit', name: 'Edit', description: 'Edits', tags: ['a', 'a', ' '], inputModes: ['url', 'text/plain'] },
      { id: 'edit', name: 'Other', description: 'Other', tags: ['b'], examples: ['  '] },
    ],
    'x-a2a': {
      provider: { organization: 'Org', url: 'javascript:alert(1)' },
      iconUrl: 'https://example.org/icon.png',
      documentationUrl: ['no'],
      securitySchemes: { basic: {} },
      signatures: [{ protected: 'x', signature: 'y' }],
    },
  })
  const { card, findings } = agentCard(agent, { url })
  expect(card.description).toBe('Writes [31mred \ufffd texts')
  expect(card.skills).toEqual([
    { id: 'edit', name: 'Edit', description: 'Edits', tags: ['a'], inputModes: ['text/plain'] },
  ])
  expect(card.iconUrl).toBe('https://example.org/icon.png')
  expect(Object.keys(card)).not.toEqual(expect.arrayContaining(['provider', 'securitySchemes', 'signatures']))
  expect(findings.map(({ code, subject }) => `${code} ${subject}`).sort()).toEqual([
    'A2A_LINK_INVALID writer: x-a2a.documentationUrl',
    'A2A_LINK_INVALID writer: x-a2a.provider.url',
    'A2A_MEDIA_TYPE_INVALID writer: skills[0].inputModes',
    'A2A_SKILL_ID_TWICE writer: skills[1].id',
    'A2A_TEXT_CLEANED writer: description',
  ])
  expect(validateCard(card)).toEqual([])
})

test('an endpoint that wants a token says so without empty lists', () => {
  const { card } = agentCard(sampleAgent(), {
    url,
    endpoint: `${url}/router`,
    bindings: ['JSONRPC'],
    ...bearerSecurity(),
  })
  expect(card.supportedInterfaces).toEqual([
    { url: 'https://agents.example.org/router', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ])
  expect(validateCard(card)).toEqual([])
})

test.each([
  ['no address', 'it is no absolute address'],
  ['ftp://example.org/', 'it is neither https nor http'],
  ['https://user:secret@example.org/', 'it has a user or a password'],
  ['https://example.org/?a=1', 'it has a query'],
  ['https://example.org/#a', 'it has a fragment'],
])('%s is no base address', (bad, reason) => {
  expect(() => agentCard(sampleAgent(), { url: bad })).toThrow(
    expect.objectContaining({ code: 'EXPORT_BASE_URL_INVALID', message: expect.stringContaining(reason) }),
  )
})

test.each(['../writer', 'a b', '', '-x', 'con', 'ends.', 'ä', 'a'.repeat(201)])('the id %j is not published', (id) => {
  expect(() => agentCard({ ...sampleAgent(), id }, { url })).toThrow(
    expect.objectContaining({ code: 'EXPORT_AGENT_ID_UNPUBLISHABLE' }),
  )
})
