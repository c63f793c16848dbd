import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { routeTask } from '../agents/route-task.ts'
import { runAgent } from '../agents/run-agent.ts'
import type { Caller } from '../caller/caller.ts'
import { examineEverything } from '../findings/examine-everything.ts'
import { initIdentity } from './identity.ts'
import { checkText, discoverPeers, handshake, listPeers, mentionPeer, setPeer } from './peers.ts'
import { recall } from './recall.ts'

const agent = (id: string): Caller => ({ kind: 'agent', id, chain: [id], parent: 'exec-1' })
const assistant: Caller = { kind: 'user', isAssistant: true }
const client = (name: string): Caller => ({ kind: 'client', rights: ['read', 'write'], client: name })

async function company(settings: object = {}) {
  const rules = { spawns: ['*'], delegates_to: ['*'] }
  const runtime = { protocol: 'a2a', interfaces: [{ url: 'https://a.example/a2a' }] }
  const agents = { wren: { name: 'Wren', ...rules }, bo: { name: 'Bo', ...rules }, remote: { runtime }, plain: {} }
  const { paths, work } = await workSpace({
    agents,
    settings: {
      runners: {
        default: 'shell',
        agents: { remote: 'shell' },
        shell: { plugin: 'runner-command', command: ['printf', 'x'] },
      },
      ...settings,
    },
  })
  await initIdentity.run(work, { agent: 'wren', uid: '42' })
  await initIdentity.run(work, { agent: 'bo', uid: '43' })
  const as = (caller: Caller) => ({ ...work, caller })
  const set = async (peer: string, more: object, whose = 'wren') =>
    await setPeer.run(work, { peer, agent: whose, ...more })
  return { paths, work, as, set }
}

const muted = { code: 'COGNITION_PEER_MUTED' }

test('no agent starts a peer that it muted or that muted it, by whatever uid it is known; others do', async () => {
  const { work, as, set } = await company()
  const start = async (caller: string, target: string) =>
    await runAgent.run(as(agent(caller)), { agent: target, task: 'x', dry_run: true })
  await set('Bo', { uid: '43' })
  await set('Remote', { uid: 'https://a.example/a2a' })
  for (const target of ['bo', 'remote', 'plain']) expect(await start('wren', target)).toMatchObject({ agent: target })
  await set('Bo', { status: 'muted' })
  await set('Remote', { status: 'muted' })
  for (const target of ['bo', 'remote']) await expect(start('wren', target)).rejects.toMatchObject(muted)
  await expect(start('bo', 'wren')).rejects.toMatchObject(muted)
  expect(await runAgent.run(work, { agent: 'bo', task: 'x', dry_run: true })).toMatchObject({ agent: 'bo' })
  const byUser = { agent: 'bo', task: 'x', dry_run: true, called_by: 'wren' }
  await expect(runAgent.run(work, byUser)).rejects.toMatchObject(muted)
})

test('a task that an agent routes never goes to a peer that it muted; the user routes as before', async () => {
  const { work, as, set } = await company()
  await set('Bo', { uid: '43', status: 'muted' })
  const task = '@bo bake bread'
  expect(await routeTask.run(work, { task })).toMatchObject({ agent: 'bo' })
  expect(await routeTask.run(as(agent('bo')), { task })).toMatchObject({ agent: 'bo' })
  for (const caller of [agent('wren'), { ...assistant, sender: '42' } as const])
    await expect(routeTask.run(as(caller), { task })).rejects.toMatchObject(muted)
  expect(await routeTask.run(as(agent('wren')), { task: '@plain bake bread' })).toMatchObject({ agent: 'plain' })
})

test('a task is handed over to a peer only with the consent of the user, which an agent cannot give', async () => {
  const { work, as, set, paths } = await company()
  const before = process.env['DATACORTEX_CONFIG_DIR']
  process.env['DATACORTEX_CONFIG_DIR'] = join(paths.root, '.config')
  onTestFinished(() => {
    if (before === undefined) delete process.env['DATACORTEX_CONFIG_DIR']
    else process.env['DATACORTEX_CONFIG_DIR'] = before
  })
  await set('Bo', { uid: '43' })
  const asked = { agent: 'bo', task: 'x', dry_run: true, delegate: true }
  const handOver = async () => await runAgent.run(as(agent('wren')), asked)
  const missing = { code: 'COGNITION_CONSENT_MISSING' }
  await expect(handOver()).rejects.toMatchObject(missing)
  const given = { peer: 'Bo', agent: 'wren', delegate: true }
  for (const caller of [agent('wren'), client('a/1'), { kind: 'night' } as const])
    await expect(setPeer.run(as(caller), given)).rejects.toMatchObject({ code: 'SPACE_RIGHT_MISSING' })
  await set('Bo', { delegate: true, dry_run: true })
  await expect(handOver()).rejects.toMatchObject(missing)
  await set('Bo', { delegate: true })
  expect(await handOver()).toMatchObject({ agent: 'bo' })
  await set('Bo', { delegate: false })
  await expect(handOver()).rejects.toMatchObject(missing)
  expect(await runAgent.run(work, asked)).toMatchObject({ agent: 'bo' })
})

test('peers are those of who asks, and nobody names another one', async () => {
  const { work, as, set } = await company()
  await set('Bo', { uid: '43', role: 'Bakes bread' })
  expect(await listPeers.run(as(agent('wren')), { query: 'who bakes?' })).toMatchObject({ peers: [{ name: 'Bo' }] })
  expect(await listPeers.run(as(agent('bo')), {})).toMatchObject({ peers: [] })
  expect(await mentionPeer.run(as(client('42')), { peer: '43' })).toMatchObject({ mention_syntax: '@Bo' })
  expect(await checkText.run(work, { text: 'Ask Bo.', agent: 'wren' })).toMatchObject({
    ok: false,
    findings: [{ code: 'COGNITION_MENTION_MISSING', hint: 'Write @Bo.' }],
  })
  for (const one of [
    listPeers.run(as(agent('bo')), { agent: 'wren' }),
    handshake.run(as(assistant), { agent: 'wren' }),
  ])
    await expect(one).rejects.toMatchObject({ code: 'COGNITION_NOT_THE_CALLER' })
  await expect(listPeers.run(as(assistant), {})).rejects.toMatchObject({ code: 'COGNITION_CALLER_UNKNOWN' })
  await expect(listPeers.run(as(agent('plain')), {})).rejects.toMatchObject({ code: 'COGNITION_IDENTITY_MISSING' })
})

const message = (uid: string) => `\`\`\`json\n{"acas_handshake": "v1", "name": "Cy", "uid": "${uid}"}\n\`\`\``

test('a handshake counts by the token of a client or the word of the user, never by that of an agent', async () => {
  const { work, as } = await company({ minds: { discovery: { handshakes: true } } })
  const unverified = { code: 'COGNITION_HANDSHAKE_UNVERIFIED' }
  const said = { message: message('ci/3f2a91c0'), from: 'ci/3f2a91c0' }
  for (const [caller, whose] of [
    [agent('wren'), undefined],
    [{ ...assistant, sender: '42' } as const, undefined],
    [client('other/00000000'), 'wren'],
    [{ kind: 'night' } as const, 'wren'],
  ] as const)
    await expect(handshake.run(as(caller), { ...said, agent: whose })).rejects.toMatchObject(unverified)
  await expect(handshake.run(work, { message: said.message, agent: 'wren' })).rejects.toMatchObject(unverified)
  expect(await handshake.run(as(client('ci/3f2a91c0')), { message: said.message, agent: 'wren' })).toMatchObject({
    agent: 'wren',
    peer: { name: 'Cy', uid: 'ci/3f2a91c0', origin: 'handshake' },
  })
  expect(await handshake.run(work, { ...said, agent: 'bo' })).toMatchObject({ agent: 'bo', peer: { name: 'Cy' } })
  expect(await handshake.run(as(agent('bo')), {})).toMatchObject({ handshake: expect.stringContaining('"uid": "43"') })
})

test('the sender id of the settings is that of assistants only, and of none in a space whose user did not allow it', async () => {
  const { paths, as, work } = await company({ minds: { sender: '42' } })
  expect(await listPeers.run(as(assistant), {})).toMatchObject({ agent: 'wren' })
  expect(await recall.run(as(assistant), { query: 'x' })).toMatchObject({ agent: 'wren' })
  expect(await listPeers.run(as({ ...assistant, sender: '43' }), {})).toMatchObject({ agent: 'bo' })
  expect(await listPeers.run(as(agent('bo')), {})).toMatchObject({ agent: 'bo' })
  expect(await listPeers.run(work, { agent: 'bo' })).toMatchObject({ agent: 'bo' })
  for (const caller of [client('a/1'), { kind: 'user' } as const])
    await expect(listPeers.run(as(caller), {})).rejects.toMatchObject({ code: 'COGNITION_CALLER_UNKNOWN' })
  const strange = { ...paths, trust: { state: 'trusted', id: 'a', boundTo: paths.root, allowed: [] } } as const
  const asked = listPeers.run({ ...as(assistant), paths: strange }, {})
  await expect(asked).rejects.toMatchObject({ code: 'COGNITION_CALLER_UNKNOWN' })
})

test('an A2A card is read where it lies, and what is none is said', async () => {
  let site = ''
  const server = createServer((request, response) => {
    const card = { name: 'Far\nAgent', description: 'Helps', url: `http://${site}/a2a`, capabilities: {}, skills: [] }
    response.statusCode = request.url === '/gone' ? 404 : 200
    response.end(request.url === '/text' ? 'Hello' : JSON.stringify(card))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  site = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cards = ['card.json', 'gone', 'text'].map((name) => `http://${site}/${name}`)
  const { work } = await company({ minds: { discovery: { cards } }, network: { allow_private: [site] } })
  const { peers, findings } = await discoverPeers.run(work, { agent: 'wren' })
  expect(peers).toMatchObject([{ name: 'Wren' }, { name: 'Far Agent', uid: `http://${site}/a2a`, role: 'Helps' }])
  expect(findings).toMatchObject(cards.slice(1).map((subject) => ({ code: 'COGNITION_CARD_INVALID', subject })))
})

test('doctor says which peers are muted, damaged and expired', async () => {
  const { paths, work, set } = await company()
  await set('Bo', { uid: '43', status: 'muted' })
  await writeFile(join(paths.agentsDirectory, 'bo/peers.yaml'), 'peers: [')
  const { findings, ok } = await examineEverything.run(work, {})
  expect(ok).toBe(false)
  expect(findings.filter(({ code }) => /PEER/.test(code))).toMatchObject([
    { code: 'COGNITION_PEERS_INVALID', severity: 'error', subject: '.datacore/agents/bo/peers.yaml' },
    { code: 'PEER_MUTED', severity: 'info', subject: '.datacore/agents/wren/peers.yaml' },
  ])
})
