import { expect, test } from 'vitest'
import { temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import { checkReaders } from './check-modules.ts'
import { examineCatalogue } from './examine-catalogue.ts'

const reader = (name: string, accepts: string): string =>
  `name: ${name}\nversion: 1.0.0\ndescription: x\nprovides: {subagents: {a: {accepts: [${accepts}], description: x}}}\n`

test('a reader that takes no media type of any input is told, and one that takes some is not', async () => {
  await using space = await temporarySpace()
  await writeFiles(space.paths.modulesDirectory, {
    'recipes/module.yaml': reader('recipes', 'text/x-recipe, text/x-menu'),
    'tables/module.yaml': reader('tables', 'text/csv, text/x-table'),
    'texts/module.yaml': reader('texts', '"text/*"'),
    'books/module.yaml': reader('books', 'application/x-mobipocket-ebook'),
    'hooks/module.yaml': 'name: hooks\nversion: 1.0.0\ndescription: x\n',
  })
  const { modules } = await discoverModules(space.paths)
  const names = ['recipes', 'tables', 'texts', 'books', 'hooks', 'absent']
  expect(checkReaders(names, modules).map(({ subject, message }) => `${subject} ${message}`)).toEqual([
    'recipes ingest.readers names it, and no input has a media type that it takes: text/x-recipe, text/x-menu',
    'hooks ingest.readers names it, and its module.yaml has no provides.subagents',
  ])
  const { findings } = await examineCatalogue(space.paths, { readers: names })
  expect(findings.filter(({ code }) => code === 'INGEST_READER_IDLE')).toMatchObject([
    { subject: 'recipes' },
    { subject: 'hooks' },
  ])
})
