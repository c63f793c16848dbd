import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { spacePaths } from '../space/space-paths.ts'
import { readSettings, readSettingsWants } from '../settings/settings.ts'
import { ownPaths, readTrust, revokeTrust, trustSpace, withTrust } from './space-trust.ts'
import { trustedSpaces } from './trusted-spaces.ts'

async function space(settings = '') {
  const folder = await temporaryFolder()
  const root = join(folder, 'desk')
  const environment = { DATACORTEX_CONFIG_DIR: join(folder, 'user'), DATACORTEX_CACHE_DIR: join(folder, 'cache') }
  const paths = spacePaths(root)
  await mkdir(paths.datacore, { recursive: true })
  await writeFile(paths.settingsFile, settings)
  return { folder, root, paths, environment }
}

test('a space is restricted until its user trusts it, and again after that is revoked', async () => {
  const { root, environment } = await space()
  expect(await readTrust(root, environment)).toEqual({ state: 'restricted', reason: 'new', allowed: [] })
  expect(await trustSpace(root, { allowed: [], environment })).toMatchObject({ state: 'trusted', boundTo: root })
  expect((await trustedSpaces(environment)).map((one) => one.root)).toEqual([root])
  expect(await revokeTrust(root, environment)).toBe(true)
  expect(await revokeTrust(root, environment)).toBe(false)
  expect((await readTrust(root, environment)).state).toBe('restricted')
  expect(await trustedSpaces(environment)).toEqual([])
})

test('trust goes with a folder that is moved, and not with a copy, which becomes a space of its own', async () => {
  const { folder, root, environment } = await space()
  const want = { name: 'runners.a', value: '{}', digest: 'd' }
  await trustSpace(root, { allowed: [want], environment })
  const [moved, copied] = [join(folder, 'moved'), join(folder, 'copied')]
  await cp(root, copied, { recursive: true })
  await rename(root, moved)
  expect(await readTrust(moved, environment)).toMatchObject({ state: 'trusted', boundTo: root, allowed: [want] })
  expect(await readTrust(copied, environment)).toMatchObject({ state: 'restricted', reason: 'copied', former: moved })
  await trustSpace(copied, { allowed: [], environment })
  expect((await trustedSpaces(environment)).map((one) => one.root)).toEqual([copied, moved])
  expect((await readTrust(moved, environment)).allowed).toEqual([want])
})

test('two users of a machine trust one space, each for themselves', async () => {
  const { folder, root, environment } = await space()
  const other = { ...environment, DATACORTEX_CONFIG_DIR: join(folder, 'other') }
  await trustSpace(root, { allowed: [], environment })
  expect((await readTrust(root, other)).state).toBe('restricted')
  await trustSpace(root, { allowed: [], environment: other })
  expect((await readTrust(root, environment)).state).toBe('trusted')
})

test('another folder in the place of a trusted one is another space, also with its id', async () => {
  const { folder, root, environment } = await space()
  await trustSpace(root, { allowed: [], environment })
  await rename(root, join(folder, 'former'))
  await cp(join(folder, 'former'), root, { recursive: true })
  expect(await readTrust(root, environment)).toMatchObject({ state: 'restricted', reason: 'copied' })
})

test('what is trusted where a trusted space lay before shares no approvals with that one', async () => {
  const { folder, root, environment } = await space()
  await trustSpace(root, { allowed: [], environment })
  const moved = join(folder, 'moved')
  await rename(root, moved)
  await mkdir(join(root, '.datacore'), { recursive: true })
  const other = await trustSpace(root, { allowed: [], environment })
  expect((await readTrust(moved, environment)).boundTo).toBe(root)
  expect(other.boundTo).toMatch(new RegExp(`^${root} [0-9a-f]{32}$`))
  expect((await trustSpace(root, { allowed: [], environment })).boundTo, 'asked again').toBe(other.boundTo)
})

test.each(['', '{', '[]', '{"id":"x","allowed":[]}'])('a damaged note of trust is none: %j', async (text) => {
  const { root, environment } = await space()
  await trustSpace(root, { allowed: [], environment })
  const kept = join(environment.DATACORTEX_CONFIG_DIR, 'trusted-spaces')
  for (const name of await readdir(kept)) await writeFile(join(kept, name), text)
  expect((await readTrust(root, environment)).state).toBe('restricted')
  expect(await trustedSpaces(environment)).toEqual([])
})

test('an id that a space brings along is no trust', async () => {
  const { root, paths, environment } = await space()
  await mkdir(paths.stateDirectory)
  for (const id of ['../../etc/passwd', 'a'.repeat(32), 'x'.repeat(5000)]) {
    await writeFile(join(paths.stateDirectory, 'space-id'), id)
    expect(await readTrust(root, environment)).toMatchObject({ state: 'restricted', reason: 'new' })
  }
})

test('state and cache of a restricted space lie in the folder of the user', async () => {
  const { root, paths, environment } = await space()
  const restricted = withTrust(paths, { trust: await readTrust(root, environment), environment })
  for (const path of [restricted.stateDirectory, restricted.locksDirectory, restricted.cacheDirectory])
    expect(path.startsWith(join(environment.DATACORTEX_CACHE_DIR, 'restricted'))).toBe(true)
  expect(restricted.agentsFile).toBe(paths.agentsFile)
  const trust = await trustSpace(root, { allowed: [], environment })
  expect(withTrust(restricted, { trust, environment })).toEqual({ ...paths, trust })
})

const wanting = `
runners: {default: claude, claude: {plugin: runner-command, command: [claude]}, far: {plugin: runner-a2a, url: 'https://a.example'}}
plugins: {source-files: {folders: [/home/ada/.ssh]}, writer-chat: {base_url: 'https://b.example'}, agent-pdf-extractor: {pages: 3}}
network: {allow_private: ['localhost:8080'], per_host_per_minute: 7}
ingest: {content_reader: jina, readers: [far], max_bytes: 5}
embeddings: {model: ../model, threads: 1}
serve: {tls_cert: own.crt, tls_key: ../own.key}
notes: {obeyed: [CLAUDE.md]}
minds: {sender: '42', discovery: {handshakes: true}}
writer: writer-chat
speech: [speech-openai-compatible]
`

test('what settings want is left out until it is allowed, and what only weighs is not', async () => {
  const { root, paths, environment } = await space(wanting)
  const wants = await readSettingsWants(paths)
  expect(wants.map(({ name, kind }) => [name, kind])).toEqual([
    ['runners.claude', 'runs'],
    ['runners.far', 'sends'],
    ['plugins.source-files', 'reads'],
    ['plugins.writer-chat', 'sends'],
    ['network.allow_private', 'reaches'],
    ['ingest.content_reader', 'sends'],
    ['ingest.readers', 'sends'],
    ['embeddings.model', 'reads'],
    ['notes.obeyed', 'writes'],
    ['minds.sender', 'reads'],
    ['minds.discovery', 'sends'],
    ['serve.tls_cert', 'reads'],
    ['serve.tls_key', 'reads'],
    ['writer', 'sends'],
    ['speech', 'sends'],
  ])
  const under = async (allowed: typeof wants) =>
    await readSettings(withTrust(paths, { trust: await trustSpace(root, { allowed, environment }), environment }))
  const none = await under([])
  expect(none).toMatchObject({
    runners: { default: 'claude', named: {} },
    plugins: { 'agent-pdf-extractor': { pages: 3 } },
    network: { allow_private: [], per_host_per_minute: 7 },
    ingest: { content_reader: 'webfetch', readers: [], max_bytes: 5 },
    embeddings: { model: 'default', threads: 1 },
    speech: ['speech-flite', 'speech-espeak'],
    notes: { obeyed: [] },
    minds: { discovery: { handshakes: false } },
  })
  expect([none.writer, none.serve, none.minds.sender]).toEqual([undefined, {}, undefined])
  expect(Object.keys(none.plugins)).toEqual(['agent-pdf-extractor'])
  expect(await under(wants)).toEqual(await readSettings(ownPaths(paths)))
  expect(await readSettings(paths), 'nobody asked').toEqual(none)
  await writeFile(paths.settingsFile, wanting.replace('[claude]', '[claude, --yes]'))
  const changed = await under(wants)
  expect(Object.keys(changed.runners.named)).toEqual(['far'])
  await rm(paths.settingsFile)
  expect(await readSettingsWants(paths)).toEqual([])
})
