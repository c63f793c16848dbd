import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lintRegistration } from './lint-registration.ts'

const registry = 'eip155:11155111:0x8004A818BFB912233c491871b3d84c89A494BD9e'
const good = {
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name: 'Writer',
  description: 'Writes and edits texts for people who have no time to do so themselves.',
  image: 'https://example.org/writer.png',
  services: [{ name: 'A2A', endpoint: 'https://example.org/.well-known/agent-card.json', version: '1.0' }],
  x402Support: false,
  active: true,
  registrations: [{ agentId: 22, agentRegistry: registry }],
  supportedTrust: ['reputation'],
}

const lint = (changes: object): readonly string[] =>
  lintRegistration({ ...good, ...changes }).map(
    ({ code, severity, subject }) => `${severity} ${code} ${subject.replace('registration file: ', '')}`,
  )
const service = (changes: object): readonly string[] => lint({ services: [{ ...good.services[0], ...changes }] })
const registration = (changes: object): readonly string[] =>
  lint({ registrations: [{ ...good.registrations[0], ...changes }] })

test('a good file has no finding', () => {
  expect(lintRegistration(good)).toEqual([])
})

test.each([undefined, null, 'text', 7, [good]])('%j is no registration file', (value) => {
  expect(lintRegistration(value)).toMatchObject([{ code: 'ERC8004_NOT_AN_OBJECT', severity: 'error' }])
})

test.each<[object, readonly string[]]>([
  [{ type: 'registration-v1' }, ['error ERC8004_TYPE_WRONG type']],
  [{ name: ' ' }, ['error ERC8004_NAME_MISSING name']],
  [{ name: 'Wr' }, ['warning ERC8004_NAME_LENGTH name']],
  [{ description: undefined }, ['error ERC8004_DESCRIPTION_MISSING description']],
  [{ description: 'Short.' }, ['warning ERC8004_DESCRIPTION_LENGTH description']],
  [{ description: 'x'.repeat(40_960) }, ['warning ERC8004_DESCRIPTION_LENGTH description']],
  [{ image: undefined }, ['info ERC8004_IMAGE_MISSING x-erc8004.image']],
  [{ image: 'writer.png' }, ['error ERC8004_IMAGE_INVALID x-erc8004.image']],
  [{ services: undefined }, ['warning ERC8004_SERVICES_MISSING services']],
  [{ services: {} }, ['error ERC8004_SERVICES_INVALID services']],
  [
    { services: undefined, endpoints: good.services },
    ['error ERC8004_ENDPOINTS_LEGACY endpoints', 'warning ERC8004_SERVICES_MISSING services'],
  ],
  [{ services: [good.services[0], good.services[0]] }, ['warning ERC8004_SERVICE_TWICE services[1]']],
  [{ services: ['A2A'] }, ['error ERC8004_SERVICE_INVALID services[0]']],
  [{ x402Support: 'no' }, ['error ERC8004_FLAG_INVALID x402Support']],
  [{ x402support: true }, ['error ERC8004_FLAG_INVALID x402Support']],
  [{ active: 1 }, ['error ERC8004_FLAG_INVALID active']],
  [{ registrations: [] }, ['info ERC8004_REGISTRATIONS_MISSING erc8004.chainRegistrations']],
  [{ registrations: 'none' }, ['error ERC8004_REGISTRATION_INVALID registrations']],
  [{ registrations: [null] }, ['error ERC8004_REGISTRATION_INVALID registrations[0]']],
  [
    { registrations: [good.registrations[0], { agentId: 22, agentRegistry: registry.toLowerCase() }] },
    ['warning ERC8004_REGISTRATION_INVALID registrations[1]'],
  ],
  [{ supportedTrust: 'reputation' }, ['error ERC8004_TRUST_INVALID erc8004.supportedTrust']],
  [{ supportedTrust: ['social-graph'] }, ['warning ERC8004_TRUST_UNKNOWN erc8004.supportedTrust']],
  [{ version: '1.0.0' }, ['info ERC8004_FIELD_UNKNOWN file']],
])('%j', (changes, expected) => {
  expect(lint(changes)).toEqual(expected)
})

test('what is said of an address on this machine, or without https, fits it', () => {
  const hints = ['http://127.0.0.1:3000/card', 'http://example.org/card'].map((endpoint) => {
    const services = [{ name: 'A2A', endpoint, version: '1.0' }]
    return lintRegistration({ ...good, services }, { subject: 'a' }).find(({ code }) =>
      code.startsWith('ERC8004_ENDPOINT'),
    )?.hint
  })
  expect(hints).toEqual([expect.stringContaining('`datacortex chain dev`'), expect.stringContaining('https')])
})

test.each<[object, readonly string[]]>([
  [{ name: '' }, ['error ERC8004_SERVICE_INVALID services[0].name']],
  [{ endpoint: undefined, url: 'https://example.org' }, ['error ERC8004_SERVICE_INVALID services[0].endpoint']],
  [{ version: undefined }, ['warning ERC8004_SERVICE_VERSION_MISSING services[0].version']],
  [{ endpoint: 'file://.datacore/agents/writer.md' }, ['error ERC8004_ENDPOINT_INVALID services[0].endpoint']],
  [{ endpoint: 'http://example.org/card' }, ['warning ERC8004_ENDPOINT_NOT_HTTPS services[0].endpoint']],
  [{ endpoint: 'http://127.0.0.1:3000/card' }, ['warning ERC8004_ENDPOINT_LOCAL services[0].endpoint']],
  [{ a2aSkills: 'drafting' }, ['error ERC8004_SERVICE_INVALID services[0].a2aSkills']],
  [{ name: 'OASF', skills: [] }, ['warning ERC8004_OASF_EMPTY services[0].skills']],
  [{ name: 'email', endpoint: 'ada@example.org', version: undefined }, []],
  [{ name: 'DID', endpoint: 'did:web:example.org' }, []],
])('a service with %j', (changes, expected) => {
  expect(service(changes)).toEqual(expected)
})

test.each<[object, readonly string[]]>([
  [{ agentId: '22' }, ['error ERC8004_REGISTRATION_INVALID registrations[0].agentId']],
  [{ agentId: -1 }, ['error ERC8004_REGISTRATION_INVALID registrations[0].agentId']],
  [{ agentId: 2 ** 53 }, ['error ERC8004_REGISTRATION_INVALID registrations[0].agentId']],
  [
    { agentRegistry: '0x8004A818BFB912233c491871b3d84c89A494BD9e' },
    ['error ERC8004_REGISTRATION_INVALID registrations[0].agentRegistry'],
  ],
  [
    { agentRegistry: 'eip155:0x1:0x8004A818BFB912233c491871b3d84c89A494BD9e' },
    ['error ERC8004_REGISTRATION_INVALID registrations[0].agentRegistry'],
  ],
  [
    { agentRegistry: `eip155:1:0x${'0'.repeat(40)}` },
    ['error ERC8004_REGISTRATION_INVALID registrations[0].agentRegistry'],
  ],
  [
    { agentRegistry: `eip155:11155111:0x8004a609${'1'.repeat(32)}` },
    ['error ERC8004_REGISTRY_OUTDATED registrations[0].agentRegistry'],
  ],
])('an identity with %j', (changes, expected) => {
  expect(registration(changes)).toEqual(expected)
})

test('whatever strangers serve is judged and not thrown over', () => {
  const field = fc.constantFrom(...Object.keys(good), 'endpoints', 'x402support', '__proto__')
  fc.assert(
    fc.property(fc.dictionary(field, fc.jsonValue({ maxDepth: 4 })), (value) => {
      for (const finding of lintRegistration(value)) {
        expect(finding.code).toMatch(/^ERC8004_[A-Z0-9_]+$/)
        expect(finding.message.length).toBeLessThan(400)
      }
    }),
    { numRuns: 500 },
  )
})
