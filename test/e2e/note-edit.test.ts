import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const herons =
  '# Herons\n\nGrey birds. They fish.\n\n## Food\n\nFish, frogs.\n\n### At night\n\nMice.\n\n## Nests\n\nIn trees.\n'

beforeAll(async () => {
  await cp(join(sample, 'notes'), space().root, { recursive: true })
})

async function heronSpace(): Promise<{ cwd: string; text: () => Promise<string> }> {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, 'Herons.md'), herons)
  return { cwd, text: async () => await readFile(join(cwd, 'Herons.md'), 'utf8') }
}

test('a passage is replaced or taken away, found as it is now, and taken back', async () => {
  const { cwd, text } = await heronSpace()
  const edit = [
    'note',
    'edit',
    'herons',
    '--old',
    'They fish.',
    '--text',
    'They stand in shallow water, waiting for prey.',
  ]
  const dry = await runDatacortex([...edit, '--dry-run'], { cwd })
  expect(dry.stdout).toMatch(/^would change\s+Herons\.md:3\n\s+- They fish\.\n\s+\+ They stand in shallow water/)
  expect(await text()).toBe(herons)
  const edited = (await runJson(edit, { cwd })) as { undo: string }
  expect(edited).toMatchObject({ path: 'Herons.md', line: 3, before: 'They fish.' })
  expect(await runJson(['search', 'bird that waits for its prey in the water', '--top', '1'], { cwd })).toMatchObject({
    results: [{ path: 'Herons.md' }],
  })
  expect(await runJson([...edit.slice(0, 4), 'Grey ', '--text', '', '--no-index'], { cwd })).toMatchObject({
    after: '',
  })
  expect(await text()).toContain('\n\nbirds. They stand')
  expect(await runJson(['undo', edited.undo], { cwd })).toMatchObject({ kept: [{ path: 'Herons.md' }] })
})

test('what stands in a section is replaced, its heading and all else stay; the same again changes nothing', async () => {
  const { cwd, text } = await heronSpace()
  const edit = ['note', 'edit', 'Herons#Food', '--text', '-', '--no-index']
  const { stdout } = await runDatacortex(edit, { cwd, input: 'Fish only.\n' })
  expect(stdout).toMatch(/^changed\s+Herons\.md:7\nundo\s+datacortex undo note-/)
  expect(await text()).toBe(herons.replace('Fish, frogs.\n\n### At night\n\nMice.', 'Fish only.'))
  expect((await runDatacortex(edit, { cwd, input: 'Fish only.' })).stdout).toBe('unchanged  Herons.md:7\n')
  // Blanks at the end are bytes too.
  await writeFile(join(cwd, 'Herons.md'), herons.replace('In trees.', 'In trees.  '))
  const nests = ['note', 'edit', 'Herons#Nests', '--text', 'In trees.', '--no-index']
  expect((await runDatacortex(nests, { cwd })).stdout).toMatch(/^changed\s.*\nundo\s/)
  expect(await text()).toBe(herons)
})

test('what is not clear is refused, and nothing is written', async () => {
  const { cwd, text } = await heronSpace()
  await writeFile(join(cwd, 'Board.canvas'), '{"nodes":[{"id":"a","type":"text","text":"Grey"}],"edges":[]}')
  for (const [name, args, code, status] of [
    ['herons', ['--text', 'x'], 'CLI_USAGE', 2],
    ['herons', ['--text', 'x', '--old', ' '], 'CLI_USAGE', 2],
    ['herons#Food', ['--text', ' '], 'CLI_USAGE', 2],
    ['Board.canvas', ['--text', 'x', '--old', 'Grey'], 'CLI_USAGE', 2],
    ['herons', ['--text', 'x', '--old', 'grey'], 'CLI_PASSAGE_UNKNOWN', 1],
    ['herons#Nests', ['--text', 'x', '--old', 'Fish'], 'CLI_PASSAGE_UNKNOWN', 1],
    ['herons', ['--text', 'x', '--old', '## '], 'CLI_PASSAGE_AMBIGUOUS', 1],
    ['herons#Songs', ['--text', 'x'], 'CLI_HEADING_UNKNOWN', 1],
    ['nobody', ['--text', 'x', '--old', 'y'], 'CLI_NOTE_UNKNOWN', 1],
  ] as const)
    expect(await runJson(['note', 'edit', name, ...args], { cwd, status }), args.join(' ')).toMatchObject({
      error: { code },
    })
  expect(await text()).toBe(herons)
})

test('several processes change one note, and no change is lost', async () => {
  const { cwd, text } = await heronSpace()
  const changes = [
    ['Grey', 'White'],
    ['frogs', 'newts'],
    ['Mice', 'Voles'],
    ['In trees', 'In reeds'],
  ] as const
  await Promise.all(
    changes.map(([old, given]) =>
      runJson(['note', 'edit', 'herons', '--old', old, '--text', given, '--no-index'], { cwd }),
    ),
  )
  expect(await text()).toBe(changes.reduce((all, [old, given]) => all.replace(old, given), herons))
})
