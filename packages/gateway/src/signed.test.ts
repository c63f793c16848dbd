import { join } from 'node:path'
import { readFile, writeFile } from 'node:fs/promises'
import { createSigningKey } from '@datacortex/export'
import { verifyCard } from '@datacortex/protocols'
import { expect, test } from 'vitest'
import { ask, jsonOf } from './__fixtures__/a2a-request.ts'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

test('cards are signed by the key that is published beside them, once', async () => {
  const space = await servedSpace()
  const file = join(space.paths.root, 'key.jwk')
  await createSigningKey(file)
  const { url } = await serve(space, { sign: [file] })
  const keys = jsonOf(await ask(`${url}.well-known/jwks.json`))
  expect(JSON.stringify(keys)).not.toContain('"d"')
  for (const place of ['.well-known/agent-card.json', 'agents/gardener/.well-known/agent-card.json']) {
    const card = jsonOf(await ask(`${url}${place}`))
    const found = await verifyCard(card, keys as unknown as Parameters<typeof verifyCard>[1])
    expect(found.signatures.map(({ valid }) => valid)).toEqual([true])
    const changed = await verifyCard(
      { ...card, description: 'Another one' },
      keys as unknown as Parameters<typeof verifyCard>[1],
    )
    expect(changed.signatures.map(({ valid }) => valid)).toEqual([false])
  }
  const before = await ask(`${url}agents/gardener/.well-known/agent-card.json`)
  const yaml = await readFile(space.paths.agentsFile, 'utf8')
  await writeFile(space.paths.agentsFile, yaml.replace('Bakes bread', 'Bakes good bread'))
  const after = await ask(`${url}agents/gardener/.well-known/agent-card.json`)
  expect(after.headers['etag']).toBe(before.headers['etag'])
})

test('identities are proven under the well-known address, and the file of each agent is served', async () => {
  const space = await servedSpace()
  const { url } = await serve(space)
  const proof = `${url}.well-known/agent-registration.json`
  expect((await ask(proof)).status).toBe(404)
  const yaml = await readFile(space.paths.agentsFile, 'utf8')
  const registry = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
  const identity = `erc8004: {agentId: 22, chainRegistrations: [{chainId: "11155111", identityRegistry: "${registry}", agentId: 22}]}`
  await writeFile(space.paths.agentsFile, yaml.replace('version: 1.2.0', `version: 1.2.0\n    ${identity}`))
  const registration = { agentId: 22, agentRegistry: expect.stringMatching(/^eip155:11155111:0x8004/) }
  expect(jsonOf(await ask(proof))).toMatchObject({ registrations: [registration] })
  expect(jsonOf(await ask(`${url}agents/gardener/agent-registration.json`))).toMatchObject({
    name: 'Gardener',
    services: [{ name: 'A2A', endpoint: `${url}agents/gardener/.well-known/agent-card.json` }],
    registrations: [registration],
  })
})

test('the proof names no agent that was removed, and one that has no address does not break it', async () => {
  const registry = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
  const agent = (id: string, number: number, more = ''): string => {
    const identity = `{chainId: "11155111", identityRegistry: "${registry}", agentId: ${number}}`
    const erc8004 = `{agentId: ${number}, chainRegistrations: [${identity}]}`
    return `  ${id}: {name: A, description: Does it, skills: [], ${more}erc8004: ${erc8004}}\n`
  }
  const agents = [
    agent('cook', 1),
    agent('gone', 2, 'removed: true, '),
    agent('"日本"', 3),
    agent('old', 4, 'deprecated: true, '),
  ]
  const { url } = await serve(await servedSpace({ agents: `version: 2.0.0\nagents:\n${agents.join('')}` }))
  const registrations = [1, 4].map((agentId) => ({ agentId, agentRegistry: `eip155:11155111:${registry}` }))
  expect(jsonOf(await ask(`${url}.well-known/agent-registration.json`))).toEqual({ registrations })
})

test('an identity of a local chain is proven on this machine only', async () => {
  const space = await servedSpace()
  const yaml = await readFile(space.paths.agentsFile, 'utf8')
  const registry = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
  const identity = `erc8004: {agentId: 1, chainRegistrations: [{chainId: "31337", identityRegistry: "${registry}", agentId: 1}]}`
  await writeFile(space.paths.agentsFile, yaml.replace('version: 1.2.0', `version: 1.2.0\n    ${identity}`))
  const registrations = [{ agentId: 1, agentRegistry: `eip155:31337:${registry}` }]
  const own = await serve(space)
  expect(jsonOf(await ask(`${own.url}.well-known/agent-registration.json`))).toEqual({ registrations })
  const { port } = await serve(space, { url: 'https://agents.example.org/' })
  const url = `http://127.0.0.1:${port}/`
  expect((await ask(`${url}.well-known/agent-registration.json`)).status).toBe(404)
  expect(jsonOf(await ask(`${url}agents/gardener/agent-registration.json`))).not.toHaveProperty('registrations')
})
