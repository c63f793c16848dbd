import { chmod, chown, mkdir, readFile, readdir, stat, watch, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withLock } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { startNode } from '../__fixtures__/start-node.ts'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import { readRegistry } from '../read/read-registry.ts'
import { updateRegistry } from './update-registry.ts'

// Several batches, so that the writes of each process meet those of the others.
const register = `
const [root, name, each] = process.argv.slice(1)
const paths = spacePaths(root)
const size = Math.ceil(each / 3)
for (let batch = 0; batch < 3; batch++)
  await updateRegistry(paths, (editor) => {
    for (let index = batch * size; index < Math.min((batch + 1) * size, each); index++)
      editor.setAgent(name + '-' + index, { name: name + ' ' + index, description: 'Does ' + index, skills: [] })
  }, {})
`

const isLong = process.env['LONG'] !== undefined
const [processes, each, kills] = isLong ? [8, 100, 8] : [3, 12, 2]

test(`${processes} processes that register ${each} agents each at once lose none`, async () => {
  const paths = await temporarySpace(
    '# by hand\nowner: me # stays\nagents:\n  first: {name: First, description: d, skills: []}\n',
  )
  const started = Array.from({ length: processes }, (_, index) =>
    startNode(register, { args: [paths.root, `p${index}`, `${each}`] }),
  )
  for (const { ended } of started) expect(await ended).toMatchObject({ code: 0, errors: '' })
  const text = await readFile(paths.agentsFile, 'utf8')
  expect(parseDocument(text).errors).toEqual([])
  const { agents, findings } = await readRegistry(paths)
  expect(agents.size).toBe(processes * each + 1)
  expect(findings).toEqual([])
  for (let process = 0; process < processes; process++)
    for (let index = 0; index < each; index++)
      expect(agents.get(`p${process}-${index}`)?.entry.name).toBe(`p${process} ${index}`)
  expect(text.startsWith('# by hand\nowner: me # stays\nagents:\n  first: {name: First')).toBe(true)
  expect(await readdir(dirname(paths.agentsFile))).toEqual(['agents.yaml'])
})

test('killed at any moment, the file is the old or the new one', async () => {
  const paths = await temporarySpace('agents:\n  round: {name: round 0, description: d, skills: []}\n')
  // Each version has its number in the first and in the last agent, so that a mixture would show.
  const write = `
    const paths = spacePaths(process.argv[1])
    for (let round = 1; ; round++)
      await updateRegistry(paths, (editor) => {
        editor.setAgent('round', { name: 'round ' + round, description: 'd', skills: [] })
        for (let index = 0; index < 60; index++)
          editor.setAgent('a' + index, { name: 'round ' + round, description: 'x'.repeat(200), skills: [] })
      })
  `
  for (let kill = 0; kill < kills; kill++) {
    const before = await readFile(paths.agentsFile, 'utf8')
    const child = startNode(write, { args: [paths.root] })
    await expect.poll(() => readFile(paths.agentsFile, 'utf8')).not.toBe(before)
    // A write makes a file, fills it and gives it the name: each kill comes at a later one of these moments.
    let moments = 0
    for await (const _ of watch(dirname(paths.agentsFile))) if (moments++ === kill) break
    child.process.kill('SIGKILL')
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' })
    const text = await readFile(paths.agentsFile, 'utf8')
    const { agents, findings } = parseRegistry(text, { file: paths.agentsFile }).registry
    expect(findings).toEqual([])
    expect(agents.size).toBe(61)
    expect(new Set([...agents.values()].map(({ entry }) => entry.name)).size).toBe(1)
  }
  // The next writer neither waits for the dead one nor leaves its half-written files.
  await withLock(join(paths.locksDirectory, 'registry'), async () => await Promise.resolve(), { timeoutMs: 0 })
  await updateRegistry(paths, (editor) => editor.deleteAgent('a0'))
  expect(await readdir(dirname(paths.agentsFile))).toEqual(['agents.yaml'])
})

test('what another program changes between two commands survives', async () => {
  const paths = await temporarySpace()
  await updateRegistry(paths, (editor) => editor.setAgent('a', { name: 'A', description: 'd', skills: [] }))
  const text = await readFile(paths.agentsFile, 'utf8')
  await writeFile(
    paths.agentsFile,
    text.replace('name: A', 'name: A by hand # mine').replace('agents:', 'other: 1\nagents:'),
  )
  await updateRegistry(paths, (editor) => editor.setAgent('b', { name: 'B', description: 'd', skills: [] }))
  const after = await readFile(paths.agentsFile, 'utf8')
  expect(after).toContain('name: A by hand # mine')
  expect(after).toContain('other: 1\n')
  expect((await readRegistry(paths)).agents.size).toBe(2)
})

// A process of root may write everywhere, so it has to become somebody else.
test.skipIf(process.platform === 'win32')('a read-only file and a read-only folder are coded errors', async () => {
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined
  const attempt = `
    if (process.argv[2] !== '') process.setuid(Number(process.argv[2]))
    const outcome = await updateRegistry(spacePaths(process.argv[1]), (editor) => editor.setAgent('b', { name: 'B', description: 'd', skills: [] }))
      .catch((error) => error.code + ' ' + error.message)
    process.stderr.write(outcome)
  `
  const text = 'agents:\n  a: {name: A, description: d, skills: []}\n'
  for (const readOnly of ['file', 'folder'] as const) {
    const paths = await temporarySpace(text)
    const folder = dirname(paths.agentsFile)
    await mkdir(paths.locksDirectory, { recursive: true })
    if (nobody !== undefined)
      for (const path of [
        paths.root,
        paths.datacore,
        folder,
        paths.stateDirectory,
        paths.locksDirectory,
        paths.agentsFile,
      ])
        await chown(path, nobody, nobody)
    await chmod(readOnly === 'file' ? paths.agentsFile : folder, readOnly === 'file' ? 0o444 : 0o555)
    const { errors } = await startNode(attempt, { args: [paths.root, String(nobody ?? '')] }).ended
    expect(errors).toBe(
      `PLATFORM_FILE_UNWRITABLE ${paths.agentsFile} can't be written: permission denied. It is as it was before.`,
    )
    expect(await readFile(paths.agentsFile, 'utf8')).toBe(text)
    await chmod(folder, 0o755)
    expect((await stat(paths.agentsFile)).size).toBe(text.length)
  }
})
