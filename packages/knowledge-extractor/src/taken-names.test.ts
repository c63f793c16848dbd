import { readdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createWritesBroker } from '@datacortex/platform'
import { caseBlindDisk } from '@datacortex/platform/simulated-disks'
import { expect, test } from 'vitest'
import { filePool } from './__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal } from './__fixtures__/knowledge-space.ts'
import { openLiteratureStore } from './notes/literature-store.ts'

const url = 'https://garden.example.org/compost'
const compost = `# Composting basics\n\nA compost heap needs two parts of brown material to one part of green material. The heap reaches sixty degrees within a week when it is turned. Meat and cooked food attract rats and stay out of the heap. Müller's finished compost smells like forest soil after nine months.\n`
const name = 'müllers-finished-compost-smells-like-forest-soil-after-nine-months'.normalize('NFC')
const [zettel, literature] = ['zettel', 'literature'].map((kind) => `0-personal/3-knowledge/${kind}`) as [
  string,
  string,
]

test.each(['case-blind', 'other'])(
  'on a %s disk a note of a person keeps its name, whatever its case',
  async (kind) => {
    const { ports, read, write } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: compost } }) })
    const theirs = [`${zettel}/${name.replace('m', 'M')}.md`, `${literature}/Composting-Basics.md`]
    for (const path of theirs) await write(path, 'mine')
    const disk = kind === 'other' ? undefined : caseBlindDisk()
    const writes = createWritesBroker({ root: ports.paths.root, grants: ['**'], disk })
    const [result] = await extractKnowledge({ kind: 'url', url }, { ...ports, writes }, { signal })
    expect(result).toMatchObject({
      status: 'success',
      literature_note: expect.stringMatching(/composting-basics-\w+\.md$/),
      zettels_created: expect.arrayContaining([expect.stringContaining(`/${name}-`)]),
    })
    for (const path of theirs) expect(await read(path)).toBe('mine')
  },
)

test('notes whose names a disk keeps in the decomposed form of Unicode are found again', async () => {
  const pages = { [url]: compost.replace('basics', 'für Anfänger') }
  const { ports } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const ingest = async () => (await extractKnowledge({ kind: 'url', url }, ports, { signal }))[0]
  await ingest()
  const names = async (folder: string) => (await readdir(join(ports.paths.root, folder))).toSorted()
  for (const folder of [zettel, literature])
    for (const one of await names(folder))
      await rename(join(ports.paths.root, folder, one), join(ports.paths.root, folder, one.normalize('NFD')))
  const before = [await names(zettel), await names(literature)]
  pages[url] += '\nLeaves rot for a year before they are mould.\n'
  expect(await ingest()).toMatchObject({ status: 'success' })
  const after = [await names(zettel), await names(literature)]
  expect(after[1]).toEqual(before[1])
  expect(after[0]).toEqual(expect.arrayContaining(before[0] ?? []))
  expect(new Set(after[0]?.map((one) => one.normalize('NFC'))).size).toBe(after[0]?.length)
})

test('two titles that are one name on some disks make two notes', async () => {
  const [one, other] = ['https://garden.example.org/a', 'https://garden.example.org/b']
  const pages = { [one]: compost.replace('basics', 'oﬃces'), [other]: compost.replace('basics', 'offices') }
  const { ports } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  for (const address of [one, other])
    expect(await extractKnowledge({ kind: 'url', url: address }, ports, { signal })).toMatchObject([
      { status: 'success' },
    ])
  expect((await readdir(join(ports.paths.root, literature))).filter((name) => name !== 'sources')).toHaveLength(2)
})

test('a zettel whose name somebody changed in case alone is no second one', async () => {
  const pages = { [url]: compost }
  const { ports, root, list, read } = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  const [first] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  const renamed = `${zettel}/${name.replace('m', 'M')}.md`
  await rename(join(root, `${zettel}/${name}.md`), join(root, renamed))
  await rm(join(root, first?.literature_note ?? ''))
  const before = await list(zettel)
  expect(await extractKnowledge({ kind: 'url', url }, ports, { signal })).toMatchObject([{ status: 'success' }])
  expect(await list(zettel)).toEqual(before)
  expect(await read(first?.literature_note ?? '')).toContain(`[[${renamed.slice(0, -3)}|`)
})

test('two zettels of one document whose names are one on some disks are written', async () => {
  const start = 'The finished compost of gardens along the river goes to people who work in the'
  const text = `# Compost\n\n${start} oﬃces belonging to the harbour and need it for geraniums on their balconies in spring. Meat and cooked food attract rats and stay out of the heap. ${start} offices wherever nobody has seen a single worm since the great flood washed everything away.\n`
  const { ports, list } = await knowledgeSpace({}, { subAgents: filePool({ pages: { [url]: text } }) })
  const [result] = await extractKnowledge({ kind: 'url', url }, ports, { signal })
  expect(result).toMatchObject({ status: 'success' })
  expect((await list(zettel)).filter((one) => one.startsWith('the-finished'))).toHaveLength(2)
})

test('a note that came with the tick of the clock in which the folder was read is seen', async () => {
  const head = (id: string): string => `---\nsource_id: ${id}\n---\n`
  const { root, write } = await knowledgeSpace({ [`${literature}/a.md`]: head('a') })
  const store = await openLiteratureStore(root, literature)
  for (const id of ['b', 'c']) {
    await write(`${literature}/${id}.md`, head(id))
    await utimes(join(root, literature), 1, 1)
    await store.refresh()
  }
  expect(store.ofSource('c')).toMatchObject({ path: `${literature}/c.md` })
})
