import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a folder is read for a topic as ingest reads it, whatever its files are, and nobody is asked', async () => {
  const folder = await temporaryFolder()
  const cwd = join(folder, 'desk')
  await mkdir(join(cwd, 'papers/deep'), { recursive: true })
  await runJson(['init'], { cwd })
  const made = (path: string): string => join(import.meta.dirname, '../../plugins', path)
  await copyFile(made('agent-pdf-extractor/src/__fixtures__/made/eddystone.pdf'), join(cwd, 'papers/one.pdf'))
  await copyFile(made('agent-file-reader/src/__fixtures__/made/eddystone.docx'), join(cwd, 'papers/deep/two.docx'))
  await copyFile(made('agent-file-reader/src/__fixtures__/made/plymouth-hoe.epub'), join(cwd, 'papers/three.epub'))
  await writeFile(
    join(cwd, 'papers/four.html'),
    '<article><h1>Eddystone lights</h1><p>The lighthouse on the Eddystone rocks was built four times, and Smeaton built the third of them.</p></article>',
  )
  await writeFile(
    join(cwd, 'papers/bread.md'),
    '# Bread\n\nBread rises over night in a cold kitchen, if it has enough yeast.\n',
  )
  await writeFile(join(cwd, 'papers/.hidden.md'), 'The lighthouse on the Eddystone rocks is hidden.\n')
  const asked = ['research', 'Who built the lighthouse on the Eddystone rocks?', '--in', 'papers']
  const plan = await runJson([...asked, '--dry-run'], { cwd })
  expect(plan).toMatchObject({
    sources: [],
    documents: 5,
    files: expect.arrayContaining([join(cwd, 'papers/deep/two.docx')]),
  })
  const result = (await runJson([...asked, '--no-index'], { cwd })) as Result
  expect(result.sources.map(({ title, status }) => `${title}: ${status}`).toSorted()).toMatchInlineSnapshot(`
    [
      "Eddystone lights: read",
      "The four lights of the Eddystone: copy of d4",
      "The four lights of the Eddystone: read",
      "The tower that moved to Plymouth Hoe: read",
      "bread.md: failed: it says nothing about the topic",
    ]
  `)
  expect(result.literature_notes).toHaveLength(4)
  const report = await readFile(join(cwd, result.report_path ?? ''), 'utf8')
  expect(report).toMatch(/\*\*Who built the lighthouse on the Eddystone rocks\?\*\* “[^”]*Smeaton/)
  // Each source leads to its note; a path of this machine stands nowhere.
  expect(report).toMatch(/\| \[\[0-personal\/3-knowledge\/literature\/[^\]]+\]\] \|/)
  expect(report).not.toContain(folder)
  // A file that speaks of one of several questions is read, whatever else is asked.
  const several = `${asked[1] ?? ''} How does bread rise in a cold kitchen? Where does the kite surf?`
  const both = (await runJson(['research', several, '--in', 'papers', '--no-index'], { cwd })) as Result
  expect(both.sources.find(({ title }) => title === 'Bread')).toMatchObject({ status: 'read' })
  expect(await readFile(join(cwd, both.report_path ?? ''), 'utf8')).toMatch(
    /\*\*How does bread rise in a cold kitchen\?\*\* “Bread rises over night[^”]*”/,
  )
  // They are the notes that ingest makes.
  expect(await runJson(['ingest', 'papers', '--no-index'], { cwd })).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ input: join(cwd, 'papers/one.pdf'), status: 'unchanged' }),
    ]),
  })
  expect(await runJson(['research', 'lights', '--in', 'nowhere'], { cwd, status: 2 })).toMatchObject({
    error: { code: 'CLI_USAGE', message: expect.stringContaining('it does not exist') },
  })
})

type Result = {
  readonly report_path?: string
  readonly literature_notes: readonly string[]
  readonly sources: readonly { readonly title: string; readonly status: string }[]
}
