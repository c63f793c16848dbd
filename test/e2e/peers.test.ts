import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connected } from './mcp-client.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { runDatacortex as runInItsOwn } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Criteria of ACAS 1.4.0, section 8, that are about peers and their discovery: each is a test named after it.

const agents = `agents:
  watcher: {name: Wren, description: Watches tides, spawns: [baker], delegates_to: [baker], skills: []}
  baker: {name: Bo, description: Bakes bread, skills: []}
`

type Company = { readonly cwd: string; readonly asWren: { readonly cwd: string; readonly env: Record<string, string> } }

/** Two agents with identities, whose runner prints this. */
async function company({ says = 'It is done.', discovery = {} } = {}): Promise<Company> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await mkdir(join(cwd, '.datacore/registry'), { recursive: true })
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), agents)
  const runners = { default: 'shell', shell: { plugin: 'runner-command', command: ['printf', says] } }
  await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify({ runners, minds: { discovery } }))
  await runJson(['trust', 'approve', '--yes'], { cwd })
  await runJson(['identity', 'init', 'watcher', '--entry', 'AGENTS.md', '--uid', '4200000000000042'], { cwd })
  await runJson(['identity', 'init', 'baker', '--uid', '4300000000000043'], { cwd })
  return { cwd, asWren: { cwd, env: { DATACORTEX_CHAIN: 'watcher', DATACORTEX_EXECUTION: 'exec-outer' } } }
}

const bo = ['peers', 'set', 'Bo', '--agent', 'watcher']
const wrenFile = '.datacore/agents/watcher/peers.yaml'

test('`peers.yaml` exists with at least the agent’s own entry', async () => {
  const { cwd } = await company()
  const checked = await runJson(['identity', 'check', 'watcher'], { cwd })
  expect(checked).toMatchObject({ ok: true })
  const text = await readFile(join(cwd, wrenFile), 'utf8')
  expect(text).toContain('name: "Wren"')
  expect(text).toContain('uid: "4200000000000042"')
  expect(await runJson(['identity', 'check', 'watcher'], { cwd })).toEqual(checked)
  expect(await readFile(join(cwd, wrenFile), 'utf8')).toBe(text)
  expect(await readFile(join(cwd, 'AGENTS.md'), 'utf8')).toContain(wrenFile)
})

test('another sender id than the uid stops before the agent is registered with its peers', async () => {
  const { cwd } = await company()
  const env = { ACAS_SENDER_ID: '1' }
  expect(await runJson(['identity', 'check', 'watcher'], { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'COGNITION_SENDER_MISMATCH' },
  })
  await expect(readFile(join(cwd, wrenFile))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('Peer registry is treated as single source of truth for UID-to-name mappings', async () => {
  const { cwd, asWren } = await company()
  await runJson([...bo, '--uid', '4300000000000043', '--role', 'Bakes bread'], { cwd })
  const mention = async () => (await runDatacortex(['peers', 'mention', 'Bo'], asWren)).stdout
  expect(await mention()).toBe('<@4300000000000043>\n')
  const file = join(cwd, wrenFile)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('4300000000000043', '4400000000000044'))
  expect(await mention()).toBe('<@4400000000000044>\n')
  expect(await runJson(['peers', 'list', 'who bakes bread?'], asWren)).toMatchObject({
    peers: [{ name: 'Bo', uid: '4400000000000044' }],
  })
  const good = await readFile(file, 'utf8')
  await writeFile(file, good.slice(0, good.indexOf('mention_syntax')))
  expect(await runJson(['peers', 'mention', 'Bo'], asWren)).toMatchObject({
    uid: '4400000000000044',
    findings: [{ code: 'COGNITION_PEERS_INVALID' }],
  })
  const doctor = await runJson(['doctor'], { cwd })
  expect(doctor).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ subject: wrenFile })]) })
})

test('Mentions use correct `mention_syntax` from peer registry (no omissions, no wrong UIDs)', async () => {
  const { cwd, asWren } = await company({ says: 'Ask Bo and <@7>.' })
  await runJson([...bo, '--uid', '4300000000000043'], { cwd })
  const check = async (text: string, status: number) => await runJson(['peers', 'check', text], { ...asWren, status })
  expect(await check('<@4300000000000043> bakes.', 0)).toMatchObject({ ok: true })
  expect(await check('Bo bakes.', 1)).toMatchObject({ findings: [{ code: 'COGNITION_MENTION_MISSING' }] })
  expect(await check('Bo (<@7>) bakes.', 1)).toMatchObject({
    findings: [{ code: 'COGNITION_MENTION_WRONG' }, { code: 'COGNITION_MENTION_WRONG', subject: 'Bo' }],
  })
  const run = (await runJson(['agent', 'run', 'watcher', 'who bakes?'], { cwd })) as { findings: { code: string }[] }
  expect(run.findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['COGNITION_MENTION_WRONG', 'COGNITION_MENTION_MISSING']),
  )
  const { call } = await connected(cwd)
  expect(await call('mention_peer', { peer: 'Bo', agent: 'watcher' })).toMatchObject({ isError: true })
})

test('muted peers are refused by router and runner, and delegation needs the consent of the user (§2.3)', async () => {
  const { cwd, asWren } = await company()
  await runJson([...bo, '--uid', '4300000000000043'], { cwd })
  const run = ['agent', 'run', 'baker', 'bake bread', '--dry-run']
  const refused = async (args: readonly string[]) => await runJson(args, { ...asWren, status: 1 })
  expect(await runJson(run, asWren)).toMatchObject({ agent: 'baker' })
  const handOver = [...run, '--delegate']
  expect(await refused(handOver)).toMatchObject({ error: { code: 'COGNITION_CONSENT_MISSING' } })
  expect(await refused([...bo, '--delegate'])).toMatchObject({ error: { code: 'SPACE_RIGHT_MISSING' } })
  await runJson([...bo, '--delegate'], { cwd })
  expect(await runJson(handOver, asWren)).toMatchObject({ agent: 'baker' })
  await runJson([...bo, '--status', 'muted'], { cwd })
  for (const args of [run, handOver, ['route', '@baker bake bread'], ['peers', 'mention', 'Bo']])
    expect(await refused(args)).toMatchObject({ error: { code: 'COGNITION_PEER_MUTED' } })
  expect(await runJson(['route', '@baker bake bread'], { cwd })).toMatchObject({ agent: 'baker' })
})

test('Peer discovery uses a mechanism compatible with `allow_bot_messages` defaults (§2.2)', async () => {
  const { cwd, asWren } = await company({ discovery: { registry: '0-personal/peers.yaml' } })
  // No message is sent: both write into one file, each from a process of its own.
  const checks = ['watcher', 'baker'].map(async (id) => await runInItsOwn(['identity', 'check', id], { cwd }))
  for (const { stdout, stderr } of await Promise.all(checks))
    expect(stdout, stderr).toMatch(/^ok +4 announcement +0-personal\/peers\.yaml$/m)
  const found = await runJson(['peers', 'discover'], asWren)
  expect(found).toMatchObject({ kinds: ['static', 'registry 0-personal/peers.yaml'], findings: [] })
  expect(await runJson(['peers', 'mention', 'Bo'], asWren)).toMatchObject({
    uid: '4300000000000043',
    origin: 'registry',
  })
  expect(await runJson(['identity', 'show', 'watcher'], { cwd })).toMatchObject({
    mode: 'per-agent',
    discovery: ['static', 'registry 0-personal/peers.yaml'],
    entry_files: ['AGENTS.md'],
  })
})

test('a handshake updates the registry only if its sender is verified (§2.2)', async () => {
  const { cwd, asWren } = await company({ discovery: { handshakes: true } })
  const said = (await runJson(['peers', 'handshake', '--agent', 'baker'], { cwd })) as { handshake: string }
  const got = ['peers', 'handshake', '--agent', 'watcher', '--message', `Hello\n${said.handshake}`]
  const unverified = { error: { code: 'COGNITION_HANDSHAKE_UNVERIFIED' } }
  expect(await runJson(got, { cwd, status: 1 })).toMatchObject(unverified)
  expect(await runJson([...got, '--from', '1'], { cwd, status: 1 })).toMatchObject(unverified)
  const byAgent = await runJson([...got, '--from', '4300000000000043'], { ...asWren, status: 1 })
  expect(byAgent).toMatchObject(unverified)
  const peer = { name: 'Bo', uid: '4300000000000043', role: 'Bakes bread', mention_syntax: '<@4300000000000043>' }
  expect(await runJson([...got, '--from', '4300000000000043'], { cwd })).toMatchObject({ peer })
})

test('the sender id of the settings makes nobody an agent before the user allowed it', async () => {
  const { cwd } = await company()
  const settings = join(cwd, '.datacore/settings.yaml')
  await writeFile(settings, JSON.stringify({ minds: { sender: '4200000000000042' } }))
  const { call, client } = await connected(cwd)
  expect(await call('list_peers', {})).toMatchObject({ isError: true })
  await client.close()
  const listed = await runDatacortex(['peers', 'list', '--agent', 'watcher'], { cwd })
  expect(listed.stdout).toContain('datacortex peers set NAME --uid UID --agent watcher')
  const allowed = await connected(cwd)
  expect(await allowed.call('list_peers', {})).toMatchObject({ structuredContent: { agent: 'watcher' } })
})
