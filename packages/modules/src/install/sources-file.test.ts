import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { readSourceOwners, setModuleSources } from './sources-file.ts'

const api = { type: 'api', tool: 'stats', layers: ['search'], content_type: 'documents' } as const

test('comments, order and the sources of others survive adding, changing and removing', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  const text = `# My sources
version: 2 # unknown keys stay

sources:
  # the web
  web: { type: api, tool: web, layers: [search], content_type: documents }
  other:
    type: mcp
    module: other-module # not ours
`
  await writeFiles(paths.datacore, { 'registry/sources.yaml': text })
  const read = () => readFile(paths.sourcesFile, 'utf8')
  expect(await setModuleSources(paths, 'm', { sources: { stats: api } })).toBe(true)
  expect(await read()).toContain(text)
  expect(await setModuleSources(paths, 'm', { sources: { stats: api } })).toBe(false)
  expect(await setModuleSources(paths, 'm', { sources: { numbers: { ...api, tool: 'numbers' } } })).toBe(true)
  expect([...(await readSourceOwners(paths))]).toEqual([
    ['web', undefined],
    ['other', 'other-module'],
    ['numbers', 'm'],
  ])
  expect(await setModuleSources(paths, 'm', { sources: {} })).toBe(true)
  expect(await read()).toBe(text)
})

test('a map in flow style keeps its comments', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  await writeFiles(paths.datacore, { 'registry/sources.yaml': '# Mine\nsources: {web: {type: api}} # one\n' })
  expect(await setModuleSources(paths, 'm', { sources: { stats: api } })).toBe(true)
  const text = await readFile(paths.sourcesFile, 'utf8')
  expect(text).toMatch(/^# Mine\n/)
  expect([...(await readSourceOwners(paths))]).toEqual([
    ['web', undefined],
    ['stats', 'm'],
  ])
})

test('a file that ends without a line break, and one with values over several lines, are patched rightly', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  const texts = [
    'sources:\n    web: {type: api}',
    'sources:\n  web:\n    note: |\n      one\n\n      two\n\n# the end\n',
  ]
  for (const text of texts) {
    await writeFiles(paths.datacore, { 'registry/sources.yaml': text })
    expect(await setModuleSources(paths, 'm', { sources: { stats: { ...api, note: 'a\n\nb\n' } } })).toBe(true)
    expect([...(await readSourceOwners(paths)).keys()]).toEqual(['web', 'stats'])
    expect(await setModuleSources(paths, 'm', { sources: {} })).toBe(true)
    expect((await readFile(paths.sourcesFile, 'utf8')).trimEnd()).toBe(text.trimEnd())
  }
})

test('a module without sources makes no file', async () => {
  await using space = await temporarySpace()
  expect(await setModuleSources(space.paths, 'm', { sources: {} })).toBe(false)
  await expect(readFile(space.paths.sourcesFile)).rejects.toThrowError(/ENOENT/)
})

test.each([
  ['sources: [x', /sources\.yaml:1:/],
  ['- a', /it must be a map/],
  ['sources: 7', /sources: must be a map/],
])('refuses %j and leaves it as it is', async (text, message) => {
  await using space = await temporarySpace()
  await writeFiles(space.paths.datacore, { 'registry/sources.yaml': text })
  await expect(setModuleSources(space.paths, 'm', { sources: { stats: api } })).rejects.toThrowError(
    expect.objectContaining({ code: 'MODULE_FILE_INVALID', message: expect.stringMatching(message) }),
  )
  expect(await readFile(space.paths.sourcesFile, 'utf8')).toBe(text)
})
