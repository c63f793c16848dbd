import { expect, test } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { registrationFile } from './build-registration.ts'
import { domainProof } from './domain-proof.ts'

const url = 'https://agents.example.org'
const registry = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
const description = 'Writes and edits texts for people who have no time to do so themselves.'

test('a file has the fields of the standard, with services from the registry', () => {
  const agent = sampleAgent({
    description,
    erc8004: {
      supportedTrust: ['reputation', 'tee-attestation'],
      chainRegistrations: [
        { chainId: '11155111', identityRegistry: registry, agentId: 22 },
        { chainId: 'eip155:8453', identityRegistry: registry, agentId: '7' },
      ],
    },
    payment: { protocol: 'x402', currency: 'USDC', pricing: { drafting: '0.01' } },
    'x-erc8004': {
      image: 'https://example.org/w.png',
      active: true,
      services: [{ name: 'ENS', endpoint: 'writer.eth', version: 'v1' }],
    },
    'x-oasf': { skills: ['natural_language_processing/text_generation'], domains: [{ name: 'media', id: 5 }] },
  })
  const { file, findings } = registrationFile(agent, {
    url,
    webUrl: 'https://example.org/writer',
    mcp: { url: 'https://agents.example.org/mcp', version: '2025-11-25' },
  })
  expect(file).toMatchInlineSnapshot(`
    {
      "active": true,
      "description": "Writes and edits texts for people who have no time to do so themselves.",
      "image": "https://example.org/w.png",
      "name": "Writer",
      "registrations": [
        {
          "agentId": 22,
          "agentRegistry": "eip155:11155111:0x8004A818BFB912233c491871b3d84c89A494BD9e",
        },
        {
          "agentId": 7,
          "agentRegistry": "eip155:8453:0x8004A818BFB912233c491871b3d84c89A494BD9e",
        },
      ],
      "services": [
        {
          "a2aSkills": [
            "drafting",
          ],
          "endpoint": "https://agents.example.org/agents/writer/.well-known/agent-card.json",
          "name": "A2A",
          "version": "1.0",
        },
        {
          "endpoint": "https://agents.example.org/mcp",
          "name": "MCP",
          "version": "2025-11-25",
        },
        {
          "endpoint": "https://example.org/writer",
          "name": "web",
        },
        {
          "domains": [
            "media",
          ],
          "endpoint": "https://github.com/agntcy/oasf/",
          "name": "OASF",
          "skills": [
            "natural_language_processing/text_generation",
          ],
          "version": "0.8",
        },
        {
          "endpoint": "writer.eth",
          "name": "ENS",
          "version": "v1",
        },
      ],
      "supportedTrust": [
        "reputation",
        "tee-attestation",
      ],
      "type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      "x402Support": false,
    }
  `)
  expect(findings).toEqual([])
})

test('what an agent lacks is named', () => {
  const { file, findings } = registrationFile(sampleAgent({ description: '' }), { url })
  expect(file).toEqual({
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: 'Writer',
    description: 'Drafts a note on a topic.',
    services: [
      {
        name: 'A2A',
        endpoint: 'https://agents.example.org/agents/writer/.well-known/agent-card.json',
        version: '1.0',
        a2aSkills: ['drafting'],
      },
    ],
    x402Support: false,
    active: false,
    supportedTrust: ['reputation'],
  })
  expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'A2A_DESCRIPTION_EMPTY writer: description',
    'ERC8004_DESCRIPTION_LENGTH writer: description',
    'ERC8004_IMAGE_MISSING writer: x-erc8004.image',
    'ERC8004_REGISTRATIONS_MISSING writer: erc8004.chainRegistrations',
  ])
})

test('identities that are none are left out and named', () => {
  const agent = sampleAgent({
    description,
    erc8004: {
      chainRegistrations: [
        { chainId: 'base', identityRegistry: registry, agentId: 1 },
        { chainId: '8453', identityRegistry: '0xABC...', agentId: 1 },
        { chainId: '8453', identityRegistry: registry, agentId: '9007199254740993' },
        { chainId: '8453', identityRegistry: registry, agentId: '0x10' },
        { chainId: '8453', identityRegistry: registry, agentId: 0 },
      ],
    },
  })
  const { file, findings } = registrationFile(agent, { url, image: 'ipfs://bafy' })
  expect(file.registrations).toEqual([{ agentId: 0, agentRegistry: `eip155:8453:${registry}` }])
  expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual(
    [0, 1, 2, 3].map((index) => `ERC8004_CHAIN_REGISTRATION_INVALID writer: erc8004.chainRegistrations[${index}]`),
  )
})

test('identities of a registration that is going on take the place of those in the registry', () => {
  const registrations = [{ agentId: 5, agentRegistry: `eip155:31337:${registry}` }]
  const agent = sampleAgent({
    erc8004: { chainRegistrations: [{ chainId: '1', identityRegistry: registry, agentId: 1 }] },
  })
  expect(registrationFile(agent, { url, registrations }).file.registrations).toEqual(registrations)
  expect(registrationFile(agent, { url, registrations: [] }).file).not.toHaveProperty('registrations')
})

test('identities of the local chain are named only under addresses of this machine', () => {
  const agent = sampleAgent({
    description,
    erc8004: {
      chainRegistrations: [
        { chainId: '31337', identityRegistry: registry, agentId: 1 },
        { chainId: '8453', identityRegistry: registry, agentId: 7 },
        { chainId: 'eip155:31337', identityRegistry: registry.toLowerCase(), agentId: '2' },
      ],
    },
  })
  const local = { agentId: 1, agentRegistry: `eip155:31337:${registry}` }
  const known = { agentId: 7, agentRegistry: `eip155:8453:${registry}` }
  const { file, findings } = registrationFile(agent, { url })
  expect([file.registrations, domainProof([file])]).toEqual([[known], { registrations: [known] }])
  expect(findings).toMatchObject([
    {
      code: 'ERC8004_REGISTRATION_LOCAL',
      severity: 'warning',
      subject: 'writer: erc8004.chainRegistrations[0]',
      message: `1 at eip155:31337:${registry} is of a chain of this machine and was left out.`,
    },
    { code: 'ERC8004_REGISTRATION_LOCAL', subject: 'writer: erc8004.chainRegistrations[2]' },
    { code: 'ERC8004_IMAGE_MISSING' },
  ])
  for (const own of ['http://127.0.0.1:4100/', 'http://localhost:4100', 'http://[::1]:4100/'])
    expect(registrationFile(agent, { url: own }).file.registrations?.slice(0, 2)).toEqual([local, known])
})

test('own fields that do not fit are left out and named', () => {
  const agent = sampleAgent({
    description,
    'x-erc8004': { services: [{ name: 'ENS', url: 'writer.eth' }] },
    'x-oasf': 'none',
  })
  const { file, findings } = registrationFile(agent, { url })
  expect(file.services.map(({ name }) => name)).toEqual(['A2A'])
  expect(findings.filter(({ code }) => code === 'ERC8004_FIELD_LEFT_OUT').map(({ subject }) => subject)).toEqual([
    'writer: x-erc8004',
    'writer: x-oasf',
  ])
})
