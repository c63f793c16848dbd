import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSpace, ownPaths, spacePaths } from '@datacortex/platform'
import { readAgentFile } from '@datacortex/importers'
import { expect, test } from 'vitest'
import { agentCard } from '../a2a/build-card.ts'
import { createSigningKey } from '../a2a/read-signing-key.ts'
import { type ExportCardsOptions, exportCards } from '../a2a/export-cards.ts'
import { validateCard } from '../a2a/validate-card.ts'
import { verifyCard } from '@datacortex/protocols'
import { exportCatalog } from '../catalog/export-catalog.ts'
import { exportRegistrations } from '../erc8004/export-registrations.ts'
import { sampleAgent } from './__fixtures__/sample-agent.ts'
import { sampleRegistry } from './__fixtures__/sample-registry.ts'
import { temporaryFolder } from './__fixtures__/temporary-folder.ts'

const url = 'https://agents.example.org/'
const nowhere = ownPaths(spacePaths('/nonexistent'))
const agents = [
  sampleAgent(),
  sampleAgent({ name: 'Reader', alias: undefined }, 'reader'),
  sampleAgent({ alias: 'writer', deprecated: true }, 'author'),
  sampleAgent({ deprecated: true }, 'old'),
  sampleAgent({ type: 'component' }, 'part'),
]

async function setUp(changes: Partial<ExportCardsOptions> = {}): Promise<ExportCardsOptions> {
  return { url, out: await temporaryFolder(), catalogue: { registry: sampleRegistry(agents) }, ...changes }
}

const read = async (out: string, path: string): Promise<string> => await readFile(join(out, path), 'utf8')
const card = 'agents/writer/.well-known/agent-card.json'

test('every agent in use gets a card that strict readers accept; the others are named', async () => {
  const options = await setUp()
  const { files, written, findings } = await exportCards(nowhere, options)
  expect(files).toEqual(['reader', 'writer'].map((id) => join(options.out, `agents/${id}/.well-known/agent-card.json`)))
  expect(written).toEqual(files)
  for (const file of files) expect(validateCard(JSON.parse(await readFile(file, 'utf8')))).toEqual([])
  expect(findings.map(({ code, subject, message }) => [code, subject, message].join(' '))).toEqual([
    'EXPORT_AGENT_LEFT_OUT author It is an alias of writer.',
    'EXPORT_AGENT_LEFT_OUT old It is deprecated.',
    'EXPORT_AGENT_LEFT_OUT part It is a component of agents.',
  ])
})

test('files of agents that are not published any more are named, and stay', async () => {
  const options = await setUp()
  const exports = [
    { write: exportCards, file: '.well-known/agent-card.json' },
    { write: exportRegistrations, file: 'agent-registration.json' },
  ]
  for (const { write, file } of exports) {
    const codes = async (changes: Partial<ExportCardsOptions>): Promise<readonly string[]> =>
      (await write(nowhere, { ...options, ...changes })).findings
        .filter(({ code }) => code === 'EXPORT_FILE_LEFT')
        .map(({ subject, message }) => `${subject}: ${message}`)
    expect(await codes({})).toEqual([])
    const catalogue = { registry: sampleRegistry([sampleAgent(), sampleAgent({ deprecated: true }, 'reader')]) }
    const reported = `reader: agents/reader/${file} of an earlier export is still there, and reader is not among the agents.`
    expect(await codes({ catalogue, dryRun: true })).toEqual([reported])
    expect(await codes({ catalogue })).toEqual([reported])
    expect(await codes({ catalogue, ids: ['writer'] })).toEqual([])
    expect(await read(options.out, `agents/reader/${file}`)).toContain('Reader')
  }
})

test('of former agents of modules nothing is said', async () => {
  const former = { ...sampleAgent({ deprecated: true }, 'former'), module: 'notes' }
  const { findings, files } = await exportCards(
    nowhere,
    await setUp({ catalogue: { registry: sampleRegistry([...agents, former]) } }),
  )
  expect(findings.map(({ subject }) => subject)).toEqual(['author', 'old', 'part'])
  expect(files).toHaveLength(2)
})

test('ids are followed to the agents they mean, each once', async () => {
  const options = await setUp({ ids: ['author', 'writer', 'old'] })
  const { files } = await exportCards(nowhere, options)
  expect(files).toEqual(['old', 'writer'].map((id) => join(options.out, `agents/${id}/.well-known/agent-card.json`)))
  await expect(exportCards(nowhere, { ...options, ids: ['wirter'] })).rejects.toMatchObject({
    code: 'REGISTRY_AGENT_NOT_FOUND',
  })
})

test('a file that is up to date is not touched, one that was changed is made again', async () => {
  const options = await setUp()
  await exportCards(nowhere, options)
  const before = await stat(join(options.out, card), { bigint: true })
  expect((await exportCards(nowhere, options)).written).toEqual([])
  expect((await stat(join(options.out, card), { bigint: true })).mtimeNs).toBe(before.mtimeNs)
  await writeFile(join(options.out, card), '{}')
  expect((await exportCards(nowhere, options)).written).toEqual([join(options.out, card)])
})

test('a signed card keeps its signature until it says something else or the key changes', async () => {
  const options = await setUp()
  const sign = [join(options.out, 'keys', 'a.jwk')]
  const key = await createSigningKey(sign[0] ?? '')
  const { written } = await exportCards(nowhere, { ...options, sign })
  expect(written).toHaveLength(3)
  const first = await read(options.out, card)
  const keys = JSON.parse(await read(options.out, '.well-known/jwks.json'))
  expect(keys).toEqual({ keys: [key.publicJwk] })
  expect(await verifyCard(JSON.parse(first), keys)).toMatchObject({ valid: true })
  expect((await exportCards(nowhere, { ...options, sign })).written).toEqual([])

  await writeFile(join(options.out, card), first.replace('Writes and edits', 'Wrote and edited'))
  expect((await exportCards(nowhere, { ...options, sign })).written).toEqual([join(options.out, card)])
  await writeFile(join(options.out, card), first.replace('"signature": "', '"signature": "AAAA'))
  expect((await exportCards(nowhere, { ...options, sign })).written).toEqual([join(options.out, card)])
  await writeFile(join(options.out, card), `${first}\n`)
  expect((await exportCards(nowhere, { ...options, sign })).written).toEqual([join(options.out, card)])
  expect(await verifyCard(JSON.parse(await read(options.out, card)), keys)).toMatchObject({ valid: true })

  const other = [join(options.out, 'keys', 'b.jwk')]
  await createSigningKey(other[0] ?? '')
  await exportCards(nowhere, { ...options, sign: other, ids: ['writer'] })
  const both = JSON.parse(await read(options.out, '.well-known/jwks.json'))
  expect(both.keys).toHaveLength(2)
  for (const id of ['writer', 'reader'])
    expect(await verifyCard(JSON.parse(await read(options.out, card.replace('writer', id))), both)).toMatchObject({
      valid: true,
    })
  await exportCards(nowhere, { ...options, sign: other })
  expect(JSON.parse(await read(options.out, '.well-known/jwks.json')).keys).toHaveLength(1)
})

test('a bad key stops the export before anything is written', async () => {
  const options = await setUp()
  await expect(exportCards(nowhere, { ...options, sign: [join(options.out, 'absent')] })).rejects.toMatchObject({
    code: 'EXPORT_SIGNING_KEY_INVALID',
  })
  expect(await readdir(options.out)).toEqual([])
})

test.each([
  ['<<<<<<< ours', 'it is not JSON'],
  ['{"keys":{}}', 'it has no list `keys`'],
  ['[]', 'it has no list `keys`'],
  ['{"keys":[null]}', 'keys[0] is no key'],
  [Buffer.from([0xff, 0x00]), 'a binary file'],
])('public keys of others that can not be kept stop an export of some agents: %#', async (damaged, reason) => {
  const options = await setUp()
  const sign = [join(options.out, 'keys', 'a.jwk')]
  await createSigningKey(sign[0] ?? '')
  await exportCards(nowhere, { ...options, sign })
  const list = join(options.out, '.well-known', 'jwks.json')
  await writeFile(list, damaged)
  await writeFile(join(options.out, card), 'as it was')
  for (const dryRun of [true, false])
    await expect(exportCards(nowhere, { ...options, sign, ids: ['writer'], dryRun })).rejects.toMatchObject({
      code: 'EXPORT_PUBLISHED_KEYS_INVALID',
      message: `${list} should hold the public keys of other agents and can't be used: ${reason}. Nothing was written.`,
    })
  expect([await readFile(list), await read(options.out, card)]).toEqual([Buffer.from(damaged), 'as it was'])
  await exportCards(nowhere, { ...options, sign })
  expect(JSON.parse(await read(options.out, '.well-known/jwks.json')).keys).toHaveLength(1)
})

test('a dry run tells what would be written and writes nothing', async () => {
  const options = await setUp({ dryRun: true })
  expect((await exportCards(nowhere, options)).written).toHaveLength(2)
  expect((await exportCatalog(nowhere, options)).written).toHaveLength(1)
  expect((await exportRegistrations(nowhere, options)).written).toHaveLength(2)
  expect(await readdir(options.out)).toEqual([])
})

test('an export that is stopped leaves whole files and can go on', async () => {
  const many = Array.from({ length: 200 }, (_, index) => sampleAgent({}, `agent-${index}`))
  const stop = new AbortController()
  const options = await setUp({
    catalogue: { registry: sampleRegistry(many) },
    signal: stop.signal,
    onProgress: ({ done }) => done === 20 && stop.abort(),
  })
  await expect(exportCards(nowhere, options)).rejects.toThrow('aborted')
  const there = await readdir(join(options.out, 'agents'))
  expect(there.length).toBeLessThan(100)
  for (const id of there) JSON.parse(await read(options.out, card.replace('writer', id)))
  const { written } = await exportCards(nowhere, { ...options, signal: undefined, onProgress: undefined })
  expect(written.length).toBe(200 - there.length)
})

test('a folder that can not be written ends in a coded error', async () => {
  const options = await setUp()
  await writeFile(join(options.out, 'agents'), 'a file stands in the way')
  await expect(exportCards(nowhere, options)).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
})

test('ids that are no file names are left out and named, so are those that differ only in case', async () => {
  const odd = ['../../etc', 'a/b', 'Writer', 'COM1'].map((id) => sampleAgent({}, id))
  const options = await setUp({ catalogue: { registry: sampleRegistry([...odd, sampleAgent()]) } })
  const { files, findings } = await exportCards(nowhere, options)
  expect(files).toEqual([join(options.out, 'agents/Writer/.well-known/agent-card.json')])
  expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'EXPORT_ID_UNFIT ../../etc',
    'EXPORT_ID_UNFIT COM1',
    'EXPORT_ID_UNFIT a/b',
    'EXPORT_ID_CLASH writer',
  ])
  await expect(
    exportCards(nowhere, { ...options, catalogue: { registry: sampleRegistry(odd.slice(0, 1)) } }),
  ).rejects.toMatchObject({ code: 'EXPORT_NOTHING_TO_PUBLISH', message: expect.stringContaining('../../etc') })
})

test('cards of 0.3 are signed in their own form and say what they promise', async () => {
  const options = await setUp({ version: '0.3', url: 'http://agents.example.org' })
  const sign = [join(options.out, 'a.jwk')]
  await createSigningKey(sign[0] ?? '')
  const { findings } = await exportCards(nowhere, { ...options, sign })
  const found = JSON.parse(await read(options.out, card))
  expect(found).toMatchObject({ protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' })
  expect(await verifyCard(found, JSON.parse(await read(options.out, '.well-known/jwks.json')))).toMatchObject({
    valid: true,
  })
  expect(JSON.stringify(findings)).toMatch(/EXPORT_NOT_HTTPS.*A2A_ENDPOINT_OF_0_3.*serve: \{ a2a_0_3/)
})

test('a card that is imported again gives the same agent and the same card', async () => {
  const options = await setUp()
  await exportCards(nowhere, options)
  const [imported] = readAgentFile(await read(options.out, card), { format: 'a2a', path: card }).agents
  const original = sampleAgent()
  expect(imported?.entry).toMatchObject({
    name: original.entry.name,
    description: original.entry.description,
    version: original.entry.version,
    skills: original.entry.skills,
  })
  const again = agentCard({ ...original, entry: imported?.entry ?? original.entry }, { url })
  expect(again.card).toEqual(JSON.parse(await read(options.out, card)))
  expect(again.findings).toEqual([])
})

test('the catalogue leads to the cards, and the proof names every identity', async () => {
  const identityRegistry = '0x8004A818BFB912233c491871b3d84c89A494BD9e'
  const erc8004 = { chainRegistrations: [{ chainId: '11155111', identityRegistry, agentId: 3 }] }
  const registered = [
    sampleAgent({ erc8004 }),
    sampleAgent({ erc8004, deprecated: true }, 'old'),
    sampleAgent({}, 'new'),
  ]
  const options = await setUp({ catalogue: { registry: sampleRegistry(registered) }, ids: ['new'] })
  const { files } = await exportRegistrations(nowhere, options)
  expect(files.map((file) => file.slice(options.out.length + 1))).toEqual([
    'agents/new/agent-registration.json',
    '.well-known/agent-registration.json',
  ])
  const identity = { agentId: 3, agentRegistry: `eip155:11155111:${identityRegistry}` }
  expect(JSON.parse(await read(options.out, '.well-known/agent-registration.json'))).toEqual({
    registrations: [identity, identity],
  })
  await exportCatalog(nowhere, options)
  const { entries } = JSON.parse(await read(options.out, '.well-known/ai-catalog.json'))
  await exportCards(nowhere, options)
  for (const entry of entries)
    expect(JSON.parse(await read(options.out, entry.url.slice(url.length)))).toMatchObject({ name: entry.displayName })
  const below = { ...options, url: 'https://example.org/agents/' }
  for (const run of [exportCatalog, exportRegistrations])
    expect((await run(nowhere, below)).findings.map(({ code }) => code)).toContain('EXPORT_WELL_KNOWN_NOT_AT_ROOT')
})

test('the agents of a space are read when no catalogue is given', async () => {
  const { paths } = await createSpace(await temporaryFolder())
  const out = join(paths.root, 'public')
  await expect(exportCards(paths, { url, out })).rejects.toMatchObject({ code: 'EXPORT_NOTHING_TO_PUBLISH' })
  await writeFile(
    paths.agentsFile,
    'agents:\n  writer:\n    description: "Writes \\uD800 texts"\n    skills: [drafting]\n',
  )
  const { findings } = await exportCards(paths, { url, out })
  expect(validateCard(JSON.parse(await read(out, card)))).toEqual([])
  expect(findings.map(({ subject }) => subject)).toContain('writer: version')
})
