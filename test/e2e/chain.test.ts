import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runDatacortex, runJson, startDatacortex } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const text: unknown = expect.any(String)

test('from a local chain to identities that a stranger can prove, and back after everything was lost', async () => {
  const cwd = await temporaryCopy(space().root)
  const chain = await started(['chain', 'dev', '--port', '0'], cwd)
  const { rpc, accounts } = chain.document as { rpc: string; accounts: readonly string[] }
  const { url } = (await started(['serve', '--port', '0'], cwd)).document as { url: string }
  const on = ['--rpc', rpc, '--url', url]
  const signer = ['--account', accounts[0] ?? '']
  const agents = ['translator', 'sql-tuner']

  const before = await fingerprint(cwd, /^\.datacore\/(?:cache|state\/locks)/)
  const plan = await runJson(['chain', 'register', ...agents, ...on, ...signer], { cwd })
  expect(plan).toMatchObject({ confirmed: false, plan: [{ action: 'register', cost_ether: text }, {}], resume: [] })
  await runJson(['chain', 'register', ...agents, ...on, ...signer, '--confirm', '--dry-run'], { cwd })
  expect(await fingerprint(cwd, /^\.datacore\/(?:cache|state\/locks)/)).toEqual(before)

  const done = await runJson(['chain', 'register', ...agents, ...on, ...signer, '--confirm'], { cwd })
  expect(done).toMatchObject({
    results: [
      { id: 'sql-tuner', agent_id: 0, tx: text, status: 'registered' },
      { id: 'translator', agent_id: 1, tx: text, status: 'registered' },
    ],
  })
  const again = await runJson(['chain', 'register', ...agents, ...on, ...signer, '--confirm'], { cwd })
  expect(again).toMatchObject({ results: [{ status: 'unchanged' }, { status: 'unchanged' }] })
  const registry = join(cwd, '.datacore/registry/agents.yaml')
  expect(parse(await readFile(registry, 'utf8'))).toMatchObject({
    agents: { translator: { erc8004: { agentId: 1, chainRegistrations: [{ agentId: 1 }] } } },
  })
  expect(await runJson(['chain', 'verify', ...agents, ...on], { cwd })).toMatchObject({
    results: [{ verified: true }, { verified: true }],
  })
  const moved = await runJson(['chain', 'status', 'translator', '--rpc', rpc, '--url', 'https://elsewhere.example/'], {
    cwd,
  })
  expect(moved).toMatchObject({ results: [{ status: 'outdated' }] })

  // The journal and what agents.yaml knew are gone; the chain still knows.
  await rm(join(cwd, '.datacore/state'), { recursive: true })
  await writeFile(registry, await readFile(join(space().root, '.datacore/registry/agents.yaml'), 'utf8'))
  const owner = ['--owner', accounts[0] ?? '']
  expect(await runJson(['chain', 'recover', ...on, ...owner], { cwd })).toMatchObject({
    results: [{ status: 'found' }, {}],
  })
  expect(await runJson(['chain', 'recover', ...on, ...owner, '--confirm'], { cwd })).toMatchObject({
    results: [{ status: 'recorded' }, { status: 'recorded' }],
  })
  expect(await runJson(['chain', 'register', ...agents, ...on, ...signer, '--confirm'], { cwd })).toMatchObject({
    results: [{ status: 'unchanged' }, { status: 'unchanged' }],
  })
  expect(await chain.stop()).toMatchObject({ status: 0 })
  expect(await runJson(['chain', 'status', 'translator', ...on], { cwd, status: 1 })).toMatchObject({
    error: { code: expect.stringMatching(/^EXPORT_RPC/) },
  })
}, 120_000)

describe('keystore', () => {
  test('makes, lists and names a key; nothing secret is printed, and others can not read it', async () => {
    const cwd = await temporaryCopy(space().root)
    await writeFile(join(cwd, 'passphrase'), 'correct horse battery staple\n', { mode: 0o600 })
    const locked = ['--passphrase-file', 'passphrase']
    const planned = await runJson(['keystore', 'new', '--file', 'alice', '--dry-run'], { cwd })
    expect(planned).toMatchObject({ file: text, dry_run: true })
    const made = (await runJson(['keystore', 'new', '--file', 'alice', ...locked], { cwd })) as {
      address: string
      file: string
    }
    expect(made.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect((await stat(made.file)).mode & 0o777).toBe(0o600)
    expect(await runJson(['keystore', 'new', '--file', 'alice', ...locked], { cwd, status: 1 })).toMatchObject({
      error: { code: 'EXPORT_KEYSTORE_EXISTS' },
    })
    expect(await runJson(['keystore', 'list'], { cwd })).toMatchObject({
      keystores: expect.arrayContaining([expect.objectContaining({ address: made.address })]),
    })
    expect(await runJson(['keystore', 'address', '--file', 'alice'], { cwd })).toMatchObject({ address: made.address })
    const copied = ['keystore', 'import', '--file', 'bob', '--from', made.file, ...locked]
    const asked = await runJson(copied, { cwd, status: 1 })
    expect(asked).toMatchObject({ error: { code: 'EXPORT_SECRET_UNAVAILABLE' } })
    await writeFile(join(cwd, 'open'), '0x01', { mode: 0o644 })
    const exposed = await runDatacortex(['keystore', 'import', '--file', 'eve', '--key-file', 'open', ...locked], {
      cwd,
    })
    expect([exposed.status, exposed.stderr.includes('0x01')]).toEqual([1, false])
  })
})

test('an empty wallet may plan; networks are listed; real money has to be allowed', async () => {
  const cwd = space().root
  expect(await runJson(['chain', 'networks'], { cwd })).toMatchObject({
    networks: expect.arrayContaining([
      expect.objectContaining({ name: 'sepolia', chain_id: 11_155_111, testnet: true }),
    ]),
  })
  const wrong = ['chain', 'status', 'translator', '--network', 'atlantis', '--url', 'https://me.example/']
  expect(await runJson(wrong, { cwd, status: 1 })).toMatchObject({ error: { code: text } })
  const chain = await started(['chain', 'dev', '--port', '0'], cwd)
  const { rpc } = chain.document as { rpc: string }
  const poor = ['--account', '0x00000000000000000000000000000000000000aa', '--rpc', rpc, '--url', 'https://me.example/']
  expect(await runJson(['chain', 'register', 'translator', ...poor], { cwd })).toMatchObject({
    confirmed: false,
    cost: { balance_ether: '0' },
    plan: [{ action: 'register' }],
  })
})

type Started = { readonly document: unknown; readonly stop: () => Promise<{ readonly status: number | null }> }

/** A command that stays, and the document that it prints first. */
async function started(args: readonly string[], cwd: string): Promise<Started> {
  const { child, ended } = startDatacortex(args, { cwd })
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: string) => resolve(chunk))
    void ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const stop = async (): Promise<{ readonly status: number | null }> => {
    child.kill('SIGINT')
    return await ended
  }
  return { document: JSON.parse(line), stop }
}
