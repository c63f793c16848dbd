import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runDatacortex, runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy, temporaryFolder } from './temporary-folder.ts'

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
})

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
    await writeFile(join(dirname(made.file), 'cut.json'), '{"version": 3, ')
    const listed = await runDatacortex(['keystore', 'list'], { cwd })
    expect(listed.stdout).toMatch(/not usable +space +\S+cut\.json: it is not JSON/)
  })

  test('one source for each secret, and a path needs no space', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'passphrase'), 'correct horse battery staple\n', { mode: 0o600 })
    const locked = ['--passphrase-file', 'passphrase']
    const made = await runJson(['keystore', 'new', '--file', './x.json', ...locked], { cwd })
    expect(await runJson(['keystore', 'address', '--file', 'x.json'], { cwd })).toEqual(made)
    for (const both of [
      ['--from', 'x.json', '--key-file', 'raw'],
      ['--key-fd', '3', '--key-file', 'raw'],
      ['--key-fd', '3', '--passphrase-fd', '3'],
      ['--from-passphrase-fd', '3', '--key-file', 'raw'],
      ['--passphrase-fd', '3', ...locked],
    ])
      expect(await runJson(['keystore', 'import', '--file', './y.json', ...both], { cwd, status: 2 })).toMatchObject({
        error: { code: 'CLI_USAGE' },
      })
    expect(await runJson(['keystore', 'new', '--file', 'x', ...locked], { cwd, status: 1 })).toMatchObject({
      error: { code: 'SPACE_NOT_FOUND' },
    })
  })
})

test('an identity is brought in step, rated by another account, and the rating is taken over', async () => {
  const cwd = await temporaryCopy(space().root)
  const chain = await started(['chain', 'dev', '--port', '0'], cwd)
  const { rpc, accounts } = chain.document as { rpc: string; accounts: readonly string[] }
  const [owner = '', client = ''] = accounts
  const on = ['--rpc', rpc, '--url', 'https://me.example/']
  const inline = ['translator', ...on, '--uri', 'data']
  const signer = ['--account', owner]
  const mcp = ['--mcp-url', 'https://me.example/mcp', '--mcp-version', '2025-06-18']
  await runJson(['chain', 'register', ...inline, ...mcp, ...signer, '--confirm'], { cwd })
  expect(await runJson(['chain', 'status', ...inline, ...mcp], { cwd })).toMatchObject({
    results: [{ status: 'registered', changed_fields: [] }],
    findings: [],
  })
  expect(await runJson(['chain', 'update', ...inline, ...signer], { cwd })).toMatchObject({
    plan: [{ action: 'update', agent_id: 0, from_uri: text, changed_fields: ['services'] }],
    results: [{ agent_id: 0, status: 'planned' }],
  })
  expect(await runJson(['chain', 'update', ...inline, ...signer, '--confirm'], { cwd })).toMatchObject({
    results: [{ agent_id: 0, status: 'updated', tx: text }],
  })
  const after = await runDatacortex(['chain', 'update', ...inline, ...signer], { cwd })
  expect(after.stdout).toMatch(/\nnext {7}nothing is to do\n$/)

  await writeFile(
    join(cwd, '.datacore/state/execution_log.yaml'),
    `executions:
  - {id: exec-1, agent_id: translator, timestamp: 2026-01-02T03:04:05.000Z, status: success}
evaluations:
  - id: eval-1
    execution_id: exec-1
    evaluator_agent: sql-tuner
    evaluated_agent: translator
    timestamp: 2026-01-02T03:05:05.000Z
    scores: {task_completion: 90, output_quality: 80, efficiency: 70}
    tags: [letters]
`,
  )
  const rate = ['chain', 'rate', '--rpc', rpc]
  expect(await runJson([...rate, 'exec-1', 'exec-9', ...signer], { cwd, status: 1 })).toMatchObject({
    error: { code: 'EXECUTION_UNKNOWN' },
  })
  expect(await runJson([...rate, ...signer, '--confirm'], { cwd, status: 1 })).toMatchObject({
    results: [{ status: 'failed', error: { code: 'EXPORT_CALL_REVERTED' } }],
  })
  const judge = ['--account', client]
  const planned = { confirmed: false, results: [{ id: 'translator', evaluation: 'eval-1', status: 'planned' }] }
  expect(await runJson([...rate, ...judge], { cwd })).toMatchObject(planned)
  const given = await runJson([...rate, 'exec-1', ...judge, '--confirm'], { cwd })
  expect(given).toMatchObject({ results: [{ status: 'given', agent_id: 0, tx: text }] })
  expect(await runJson([...rate, ...judge, '--confirm'], { cwd })).toMatchObject({ results: [{ status: 'unchanged' }] })

  const asked = ['chain', 'reputation', 'translator', ...on]
  expect(await runJson(asked, { cwd })).toMatchObject({ results: [{ count: 1, average: 80, trusted: false }] })
  expect(await runJson([...asked, '--record'], { cwd, status: 1 })).toMatchObject({ error: { code: text } })
  expect(await runJson([...asked, '--record', '--client', client], { cwd })).toMatchObject({
    results: [{ count: 1, average: 80, trusted: true, recorded: true }],
  })
  expect(await runJson(['agent', 'show', 'translator'], { cwd })).toMatchObject({
    performance: { reputation: { score: 80, feedback_count: 1 } },
  })
})

test('what sends nothing offers no fees and no leave to spend money', async () => {
  for (const command of ['status', 'verify', 'recover', 'reputation']) {
    const { stdout } = await runDatacortex(['chain', command, '--help'], { cwd: space().root })
    expect(stdout).not.toMatch(/--(?:mainnet|max-cost|max-fee-gwei|confirmations|replace|signer-rpc)/)
  }
})

test('networks are listed; real money has to be allowed, and the chain to be named', async () => {
  const cwd = space().root
  expect(await runJson(['chain', 'networks'], { cwd })).toMatchObject({
    networks: expect.arrayContaining([
      expect.objectContaining({ name: 'sepolia', chain_id: 11_155_111, testnet: true }),
      expect.objectContaining({ name: 'base', chain_id: 8453, testnet: false }),
    ]),
  })
  const wrong = ['chain', 'status', 'translator', '--network', 'atlantis', '--url', 'https://me.example/']
  expect(await runJson(wrong, { cwd, status: 1 })).toMatchObject({ error: { code: text } })
  const chain = await started(['chain', 'dev', '--port', '0', '--chain-id', '8453'], cwd)
  const { rpc, identity } = chain.document as { rpc: string; identity: string }
  const poor = ['--account', '0x00000000000000000000000000000000000000aa', '--url', 'https://me.example/']
  const register = ['chain', 'register', 'translator', '--rpc', rpc, '--identity', identity, ...poor]
  for (const allowed of [[], ['--mainnet'], ['--network', 'base']])
    expect(await runJson([...register, ...allowed, '--confirm'], { cwd, status: 1 })).toMatchObject({
      error: { code: 'EXPORT_MAINNET_REFUSED' },
    })
  expect(await runJson([...register, '--mainnet', '--network', 'base'], { cwd })).toMatchObject({
    network: 'base',
    confirmed: false,
    cost: { balance_ether: '0' },
    plan: [{ action: 'register' }],
  })
  expect(await runJson([...register, '--mainnet', '--network', '8453', '--confirm'], { cwd, status: 1 })).toMatchObject(
    {
      error: { code: 'EXPORT_FUNDS_INSUFFICIENT' },
    },
  )
})

test('on Sepolia: a new keystore with an empty wallet plans without its passphrase, and can not pay', async () => {
  const cwd = await temporaryCopy(space().root)
  const chain = await started(['chain', 'dev', '--port', '0', '--chain-id', '11155111'], cwd)
  const { rpc } = chain.document as { rpc: string }
  await writeFile(join(cwd, 'passphrase'), 'correct horse battery staple\n', { mode: 0o600 })
  const locked = ['--passphrase-file', 'passphrase']
  const { address } = (await runJson(['keystore', 'new', ...locked], { cwd })) as { address: string }
  const on = ['--network', 'sepolia', '--url', 'https://me.example/']
  const env = { DATACORTEX_RPC_URL: rpc }
  expect(await runJson(['chain', 'register', 'translator', ...on], { cwd, env })).toMatchObject({
    network: 'sepolia',
    owner: address,
    confirmed: false,
    cost: { balance_ether: '0', suggested_max_cost: text },
    plan: [{ action: 'register', cost_ether: text }],
  })
  const confirmed = ['chain', 'register', 'translator', ...on, ...locked, '--confirm']
  expect(await runJson(confirmed, { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'EXPORT_FUNDS_INSUFFICIENT' },
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
