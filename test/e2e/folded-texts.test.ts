import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const literature = '0-personal/3-knowledge/literature'
const page = `The harbour of Sellow

The harbour of Sellow has three gates, which close before a storm arrives from the north.

# Of the gates

The Quendelbach treaty of 1911 says who pays for them. See [[Bees]] #gatekeeping.

## My notes

The keeper of the gates must ring the bell before each closing.
`

test('ingest.text: folded keeps the whole text in the note, where search, move, doctor and undo treat it as that of others', async () => {
  const cwd = join(await temporaryFolder(), 'desk')
  await mkdir(cwd)
  await runJson(['init'], { cwd })
  const settings = join(cwd, '.datacore/settings.yaml')
  const set = async (text: string): Promise<void> => await writeFile(settings, `ingest: { text: ${text} }\n`)
  const file = join(cwd, '../sellow.txt')
  await writeFile(file, page)

  await set('none')
  await runJson(['ingest', file, '--no-index'], { cwd })
  await set('folded')
  const note = `${literature}/the-harbour-of-sellow.md`
  const before = await readFile(join(cwd, note), 'utf8')
  const { items, undo } = (await runJson(['ingest', file], { cwd })) as Ingested
  expect(items).toMatchObject([{ status: 'unchanged', text: note, zettels_created: [] }])
  expect(JSON.stringify(await runJson(['doctor'], { cwd }))).not.toContain('KNOWLEDGE_TEXTS_MISSING')
  expect(await readdir(join(cwd, literature))).toEqual(['the-harbour-of-sellow.md'])

  const found = async (query: string): Promise<unknown> => await runJson(['search', query, '--top', '3'], { cwd })
  const treaty = (await found('Quendelbach treaty')) as { results: readonly { path: string; snippet: string }[] }
  expect(treaty.results.filter(({ snippet }) => snippet.includes('Quendelbach'))).toMatchObject([{ path: note }])

  await mkdir(join(cwd, '0-personal/notes'), { recursive: true })
  await writeFile(join(cwd, '0-personal/notes/Bees.md'), '# Bees\n\nBees fly.\n')
  await runJson(['note', 'move', '0-personal/notes/Bees.md', '0-personal/notes/Wasps.md'], { cwd })
  expect(await readFile(join(cwd, note), 'utf8')).toContain(
    '> The Quendelbach treaty of 1911 says who pays for them. See [[Bees]] #gatekeeping.\n',
  )

  await runJson(['undo', undo ?? ''], { cwd })
  expect(await readFile(join(cwd, note), 'utf8')).toBe(before)
})

type Ingested = { readonly items: readonly unknown[]; readonly undo?: string }
