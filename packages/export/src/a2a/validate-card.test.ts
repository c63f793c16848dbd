import { expect, test } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { agentCard } from './build-card.ts'
import { validateCard } from './validate-card.ts'

const { card } = agentCard(sampleAgent(), { url: 'https://agents.example.org/' })

const lines = (value: unknown): readonly string[] =>
  validateCard(value, { subject: 'writer' }).map(({ code, severity, subject, message }) =>
    [severity, code, subject, '|', message].join(' '),
  )

test('a good card has no finding', () => {
  expect(lines(card)).toEqual([])
})

test.each([
  'name',
  'description',
  'supportedInterfaces',
  'version',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
])('a card needs %s', (field) => {
  const { [field as 'name']: _, ...rest } = card
  expect(validateCard(rest)).toMatchObject([{ code: 'A2A_FIELD_MISSING', message: `${field} is missing.` }])
})

test.each(['id', 'name', 'description', 'tags'])('a skill needs %s', (field) => {
  const [{ [field as 'id']: _, ...rest } = { id: '' }] = card.skills
  expect(lines({ ...card, skills: [rest] })).toEqual([
    `error A2A_FIELD_MISSING writer: skills[0].${field} | skills[0].${field} is missing.`,
  ])
})

test('empty values are found wherever they are, and the registry field is named', () => {
  const [skill] = card.skills
  expect(
    lines({
      ...card,
      description: ' ',
      skills: [{ ...skill, tags: [], examples: [''] }],
      capabilities: { extensions: [{ uri: 'https://example.org/e', required: false, params: {} }] },
      securitySchemes: { tls: { mtlsSecurityScheme: {} } },
    }),
  ).toMatchInlineSnapshot(`
    [
      "error A2A_FIELD_EMPTY writer: description | description is empty.",
      "error A2A_FIELD_EMPTY writer: capabilities | capabilities.extensions[0].required is false, which is the same as absent.",
      "error A2A_FIELD_EMPTY writer: capabilities | capabilities.extensions[0].params is an empty map.",
      "error A2A_FIELD_EMPTY writer: skills[0].tags | skills[0].tags is an empty list.",
      "error A2A_FIELD_EMPTY writer: skills[0].examples | skills[0].examples[0] is empty.",
      "error A2A_FIELD_EMPTY writer: securitySchemes | securitySchemes.tls.mtlsSecurityScheme is an empty map.",
    ]
  `)
})

test('what A2A 1.0 does not know is found, also what 0.3 knew', () => {
  expect(
    lines({
      ...card,
      protocolVersion: '1.0',
      url: 'https://example.org',
      capabilities: { streaming: true, stateTransitionHistory: true },
      security: [{ bearer: [] }],
    }).filter((line) => line.includes('UNKNOWN')),
  ).toMatchInlineSnapshot(`
    [
      "error A2A_FIELD_UNKNOWN writer: capabilities | capabilities has "stateTransitionHistory", which A2A 1.0 does not know.",
      "error A2A_FIELD_UNKNOWN writer: card | the card has "protocolVersion", "url", "security", which A2A 1.0 does not know.",
    ]
  `)
})

test('values that say something wrong are found', () => {
  const [skill] = card.skills
  expect(
    lines({
      ...card,
      supportedInterfaces: [
        { url: '/a2a', protocolBinding: 'SOAP', protocolVersion: '1.0.1' },
        { url: 'http://agents.example.org/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: 'http://127.0.0.1:8080/', protocolBinding: 'https://example.org/binding/v2', protocolVersion: '1.0' },
        { url: 'example.org:443', protocolBinding: 'GRPC', protocolVersion: '1.0' },
      ],
      iconUrl: 'file:///icon.png',
      defaultInputModes: ['markdown'],
      skills: [skill, skill],
      securityRequirements: [{ schemes: { bearer: { list: ['a2a'] } } }],
    }),
  ).toMatchInlineSnapshot(`
    [
      "error A2A_LINK_INVALID writer: supportedInterfaces | "/a2a" is no absolute web address.",
      "error A2A_BINDING_UNKNOWN writer: supportedInterfaces | "SOAP" is neither a binding of A2A nor a URI.",
      "error A2A_VERSION_INVALID writer: supportedInterfaces | "1.0.1" is not of the form 1.0.",
      "warning A2A_LINK_NOT_HTTPS writer: supportedInterfaces | http://agents.example.org/ is not https.",
      "error A2A_LINK_INVALID writer: x-a2a.iconUrl | "file:///icon.png" is no absolute web address.",
      "error A2A_SKILL_ID_TWICE writer: skills[1].id | "drafting" stands twice.",
      "error A2A_MEDIA_TYPE_INVALID writer: defaultInputModes | "markdown" is no media type.",
      "error A2A_SECURITY_SCHEME_UNKNOWN writer: securityRequirements | No scheme is called "bearer".",
    ]
  `)
})

test('values of a wrong type are found', () => {
  expect(
    lines({
      ...card,
      name: 7,
      skills: 'none',
      securitySchemes: {
        two: { httpAuthSecurityScheme: { scheme: 'Bearer' }, mtlsSecurityScheme: { description: 'x' } },
      },
    }),
  ).toMatchInlineSnapshot(`
    [
      "error A2A_FIELD_INVALID writer: name | name: expected string, received number.",
      "error A2A_FIELD_INVALID writer: securitySchemes | securitySchemes.two: expected one kind of scheme.",
      "error A2A_FIELD_INVALID writer: skills | skills: expected array, received string.",
    ]
  `)
})

test.each([undefined, null, 7, 'card', []])('%j is no card', (value) => {
  expect(validateCard(value)).toMatchObject([{ code: 'A2A_CARD_INVALID' }])
})

test('a card that is nested without end is refused, not followed', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(5000)}1${']'.repeat(5000)}`)
  expect(
    lines({ ...card, capabilities: { extensions: [{ uri: 'https://e.org', params: { deep } }] } }).join(),
  ).toContain('nested too deeply')
})
