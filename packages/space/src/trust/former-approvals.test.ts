import { access, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { allowSpace } from './allow-space.ts'
import { revokeTrust } from './revoke-trust.ts'
import { showTrust } from './show-trust.ts'

const runner = (...command: readonly string[]): object => ({ plugin: 'runner-command', command, env: ['MODEL_KEY'] })
const runners = {
  plain: runner('node', '--version'),
  scripted: runner('node', 'run.js'),
  made: runner('make', 'answer'),
}
const source = { type: 'mcp', tool: 'find', layers: ['search'], content_type: 'documents' }
const sources = {
  tides: { ...source, api_key: 'TIDES_KEY', mcp: { command: 'node', args: ['--version'], env: { STAGE: 'test' } } },
  served: { ...source, mcp: { command: 'node', args: ['serve.mjs'] } },
}

/** A space, and its yeses as version 0.2 wrote them; names that are left out have none. */
async function spaceOfBefore() {
  const { paths, work } = await workSpace({ settings: { runners } })
  const { root } = paths
  const user = join(root, '.user')
  vi.stubEnv('DATACORTEX_CONFIG_DIR', user)
  await writeFile(paths.sourcesFile, JSON.stringify({ sources }))
  for (const name of ['run.js', 'serve.mjs', 'Makefile']) await writeFile(join(root, name), name)
  const keep = async (kind: string, digest: string, note: object): Promise<string> => {
    const file = join(user, kind, `${digest}.json`)
    await mkdir(join(user, kind), { recursive: true })
    await writeFile(file, JSON.stringify({ ...note, approvedAt: '2026-10-01T00:00:00.000Z' }))
    return file
  }
  const files: string[] = []
  for (const [command, ...scripts] of [
    [['node', '--version']],
    [['node', 'run.js'], [{ path: 'run.js', hash: sha256('run.js') }]],
    [['make', 'answer']],
  ]) {
    const digest = sha256(JSON.stringify([root, 'runner-command', command, ['MODEL_KEY'], ...scripts]))
    const note = { module: 'runner-command', command: JSON.stringify(command), env: ['MODEL_KEY'] }
    files.push(await keep('approved-commands', digest, note))
  }
  for (const [id, words, env, key] of [
    ['tides', ['node', '--version'], [['STAGE', 'test']], 'TIDES_KEY'],
    ['served', ['node', 'serve.mjs'], [], undefined],
  ]) {
    const command = JSON.stringify(words)
    const hash = sha256(JSON.stringify([root, id, command, env, []]))
    files.push(await keep('approved-mcp', hash, { source: id, space: root, command, hash, key, tools: { find: 'h' } }))
  }
  const states = async (): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries((await showTrust.run(work, {})).commands.map(({ name, state }) => [name, state]))
  return { root, user, work, files, states }
}

const whole = {
  'runners.plain': 'approved',
  'runners.scripted': 'approved',
  'runners.made': 'waiting',
  'sources.tides': 'approved',
  'sources.served': 'waiting',
}

test('a yes of before moves over as far as it was about all of the space that one is about now', async () => {
  const { root, work, files, states } = await spaceOfBefore()
  expect(await states()).toMatchObject(whole)
  const { commands } = await showTrust.run(work, {})
  const changes = Object.fromEntries(commands.map((one) => [one.name, one.changes]))
  expect(changes['runners.made']).toContain('file Makefile is new')
  expect(changes['sources.served']).toContain('file serve.mjs is new')
  const isKept = async (file: string) =>
    await access(file).then(
      () => true,
      () => false,
    )
  expect(await Promise.all(files.map(isKept)), 'what moved lies in one place only').toEqual([
    false,
    false,
    true,
    false,
    true,
  ])

  // What moved is about all that a yes is about now.
  await writeFile(join(root, 'run.js'), 'another')
  expect(await states()).toMatchObject({ ...whole, 'runners.scripted': 'waiting' })
  await writeFile(join(root, 'run.js'), 'run.js')
  expect(await states()).toMatchObject(whole)
  await allowSpace.run(work, { names: ['runners.made'], yes: true })
  expect(await states()).toMatchObject({ ...whole, 'runners.made': 'approved' })
})

test('what the tools of a server were is kept with its yes', async () => {
  const { user, states } = await spaceOfBefore()
  await states()
  const notes = await Promise.all(
    (await readdir(join(user, 'approved-mcp'))).map(
      async (name) => await readFile(join(user, 'approved-mcp', name), 'utf8'),
    ),
  )
  expect(notes.map((text) => JSON.parse(text) as unknown)).toContainEqual(
    expect.objectContaining({
      at: 'sources.tides',
      tools: { find: 'h' },
      facts: expect.objectContaining({ 'variable STAGE': 'test' }),
    }),
  )
})

test('a yes of before is none for other words, another key or a script that changed, and can be taken back', async () => {
  const { root, work, states } = await spaceOfBefore()
  const { tides } = sources
  await writeFile(join(root, 'run.js'), 'another')
  await writeFile(work.paths.sourcesFile, JSON.stringify({ sources: { tides: { ...tides, api_key: 'OTHER_KEY' } } }))
  const settings = { runners: { ...runners, plain: runner('node', '--help') } }
  await writeFile(work.paths.settingsFile, JSON.stringify(settings))
  expect(await states()).toMatchObject({
    'runners.plain': 'waiting',
    'runners.scripted': 'waiting',
    'sources.tides': 'waiting',
  })
  expect(await revokeTrust.run(work, {})).toMatchObject({ revoked: ['runners.made', 'sources.tides'] })
  await writeFile(work.paths.sourcesFile, JSON.stringify({ sources }))
  expect(await states(), 'also where it is changed back').toMatchObject({ 'sources.tides': 'waiting' })
})
