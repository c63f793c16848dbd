import { expect, test } from 'vitest'
import { documentOf, filePool } from './__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'
import { openKnowledgeExtractor } from './extract-knowledge.ts'
import type { KnowledgePorts } from './ports.ts'

const site = 'https://sea.example.org'
const folder = '0-personal/3-knowledge/literature'
const kelp = '# Kelp\n\nKelp grows by half a metre a day in cold water near rocks. Urchins eat it where no otters live.'
const harbour =
  '# Harbours\n\nThe harbour of the old town was dug by hand in the winter of 1702. It is closed in storms.'

/** Pages by the address that is asked for, with the address that they name. */
async function spaceOf(pages: Readonly<Record<string, { readonly names: string; text: string }>>) {
  const subAgents: KnowledgePorts['subAgents'] = {
    accepts: () => 'fetcher',
    extract: (_, { name }) => {
      const { names = name, text = '' } = pages[name] ?? {}
      return Promise.resolve({ documents: [documentOf(text, { url: names })], findings: [] })
    },
  }
  const space = await knowledgeSpace({}, { subAgents: filePool() })
  const ingest = async (url: string) =>
    (await extractKnowledge({ kind: 'url', url }, { ...space.ports, subAgents }, { signal }))[0]
  return { ...space, ingest }
}

test('pages that all name one of them have a note each, in any order', async () => {
  const names = `${site}/tides`
  const pages = {
    [names]: { names, text: tides },
    [`${site}/kelp`]: { names, text: kelp },
    [`${site}/harbour`]: { names, text: harbour },
  }
  for (const order of [Object.keys(pages), Object.keys(pages).toReversed()]) {
    const { ingest, list, read } = await spaceOf(pages)
    for (const url of order) expect(await ingest(url)).toMatchObject({ status: 'success' })
    expect(await list(folder)).toEqual(['harbours.md', 'kelp.md', 'spring-tides.md'])
    expect(await read(`${folder}/kelp.md`)).toContain(`source_id: url:${site}/kelp\n`)
    for (const url of order) expect(await ingest(url)).toMatchObject({ status: 'unchanged' })
  }
})

test('the version for printing of a page that has a note is no other page', async () => {
  const names = `${site}/tides`
  const { ingest, list } = await spaceOf({
    [names]: { names, text: tides },
    [`${site}/print/tides`]: { names, text: `${tides}\nPrinted for you.` },
  })
  await ingest(names)
  expect(await ingest(`${site}/print/tides`)).toMatchObject({
    status: 'success',
    literature_note: `${folder}/spring-tides.md`,
  })
  expect(await list(folder)).toEqual(['spring-tides.md'])
})

test('a page keeps its note when its text has changed beyond recognition', async () => {
  const page = { names: `${site}/wrong`, text: tides }
  const { ingest, list } = await spaceOf({ [`${site}/a`]: page })
  await ingest(`${site}/a`)
  page.text = kelp
  expect(await ingest(`${site}/a`)).toMatchObject({ literature_note: `${folder}/spring-tides.md` })
  expect(await list(folder)).toHaveLength(1)
})

test.each([`http://www.sea.example.org/tides/?utm_source=x`, 'https://short.example/1'])(
  '%s leads to the address that its page names',
  async (url) => {
    const { ingest, read } = await spaceOf({ [url]: { names: `${site}/tides`, text: tides } })
    await ingest(url)
    expect(await read(`${folder}/spring-tides.md`)).toContain(`source_id: url:${site}/tides\n`)
  },
)

test('a short link never replaces the note of another text', async () => {
  const url = 'https://short.example/1'
  const names = `${site}/tides`
  const { ingest, list } = await spaceOf({ [names]: { names, text: tides }, [url]: { names, text: kelp } })
  await ingest(names)
  await ingest(url)
  expect(await list(folder)).toEqual(['kelp.md', 'spring-tides.md'])
})

test('what research has read of pages that name one address has a note each', async () => {
  const { ports, list } = await spaceOf({})
  for (const [path, text] of [
    ['tides', tides],
    ['kelp', kelp],
  ] as const) {
    const extraction = { documents: [documentOf(text, { url: `${site}/tides` })], findings: [] }
    const input = { kind: 'extraction', name: path, url: `${site}/${path}`, extraction, inputType: 'url' } as const
    await extractKnowledge(input, ports, { signal })
  }
  expect(await list(folder)).toEqual(['kelp.md', 'spring-tides.md'])
})

/** Saved pages by their paths, all of which name one address. */
async function savedPages(texts: Readonly<Record<string, string>>) {
  const start = '<!doctype html><html><body>\n'
  const pages = Object.entries(texts).map(([path, text]) => [path, `${start}${text}`] as const)
  const { ports, root, ...space } = await knowledgeSpace(Object.fromEntries(pages))
  const { read } = space
  const subAgents: KnowledgePorts['subAgents'] = {
    accepts: () => 'reader',
    extract: async (_, { path = '' }) => {
      const text = (await read(path.slice(root.length + 1))).slice(start.length)
      return { documents: [documentOf(text, { url: `${site}/tides`, isUrlClaimed: true })], findings: [] }
    },
  }
  const { extract } = openKnowledgeExtractor({ ...ports, subAgents })
  const ingest = async (path: string) => (await extract({ kind: 'file', path: `${root}/${path}` }, { signal }))[0]
  return { ...space, ingest }
}

test('saved pages that name one address have a note each, also at the same time, and each keeps its own', async () => {
  const texts = { 'inbox/tides.html': tides, 'inbox/kelp.html': kelp, 'inbox/harbour.html': harbour }
  const { ingest, list, read } = await savedPages(texts)
  const paths = Object.keys(texts)
  const results = await Promise.all(paths.map(ingest))
  expect(results.map((result) => result?.status)).toEqual(paths.map(() => 'success'))
  expect(await list(folder)).toEqual(['harbours.md', 'kelp.md', 'spring-tides.md'])
  for (const name of await list(folder)) expect(await read(`${folder}/${name}`)).toContain(`\nsource: ${site}/tides\n`)
  for (const path of paths) expect(await ingest(path)).toMatchObject({ status: 'unchanged' })
})

test('a page that was saved again elsewhere is a new version of its note', async () => {
  const { ingest, list, read } = await savedPages({
    'inbox/tides.html': tides,
    'later/tides.html': `${tides}\nThe page was read again in spring.`,
  })
  await ingest('inbox/tides.html')
  expect(await read(`${folder}/spring-tides.md`)).toContain(`\nsource_id: url:${site}/tides\n`)
  expect(await ingest('later/tides.html')).toMatchObject({ literature_note: `${folder}/spring-tides.md` })
  expect(await list(folder)).toEqual(['spring-tides.md'])
})
