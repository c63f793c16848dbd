import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Embedder } from '@datacortex/embeddings'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

const embedder: Embedder = {
  modelId: 'lengths@1',
  dimensions: 2,
  embed: async (texts) =>
    await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)]))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}

const vaults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  obsidian: {
    '.obsidian/app.json': '{"userIgnoreFilters": []}',
    '.obsidian/templates.json': '{"folder":"T"}',
    'T/Day.md': '<%* await tp.system.prompt("x") %>\n# {{title}}\n',
    'Crlf.md':
      '\uFEFF---\r\ntags:   [ a,b ]  # mine\r\nup: "[[Plain]]"\r\n---\r\n# Head ##\r\n\r\nmarker  \r\n- [ ] to [[Plain|it]] ^b1\r\n',
    'Plain.md':
      'marker\n\n\n\n```dataview\nLIST FROM #a\n```\n%% hidden [[Crlf]] %%\n> [!note]- x\n\n$$x_1$$\n\n![[a b.png|100]]',
    'Board.canvas':
      '{"nodes":[{"id":"1","type":"text","text":"card","x":0,"y":0,"width":1,"height":1}],\n\t"edges":[]}',
    'Books.base': 'views:\n    - type: table   # kept\n',
    'D.excalidraw.md':
      '---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n## Text Elements\nword ^a1\n%%\n## Drawing\n```json\n{}\n```\n%%',
    'a b.png': 'bytes',
  },
  logseq: {
    'logseq/config.edn': '{:meta/version 1}\n',
    'logseq/bak/pages/Page/1.md': '- old\n',
    'pages/Page.md':
      'tags:: a, [[b c]]\nalias:: P\n\n- marker\n\t- child [[2026_01_31]] #x\n\t  id:: 65a\n- ((65a)) {{query (todo now)}}\n-\n',
    'journals/2026_01_31.md': '- marker\n  collapsed:: true\n\t- to [[Page]]',
  },
  dendron: {
    'dendron.yml': 'version: 5\n',
    'vault/root.md': '---\nid: root\ntitle: Root\ndesc: ""\nupdated: 1600000000000\n---\n\nmarker [[label|proj.one]]\n',
    'vault/proj.one.md': '---\nid: 4711\ntitle: One\nnested: {a: [1, 2], b: |-\n  x}\n---\n\nmarker\n\n![[root#^b]]\n',
    'vault/root.schema.yml': 'version: 1\n',
  },
  plain: {
    'notes/Caf\u00e9.markdown': 'Title\n=====\n\nmarker\ttab  \n\n\n',
    'notes/tasks.org':
      '#+title: Tasks\n* TODO marker :a:\n  SCHEDULED: <2026-01-31>\n** [[file:Caf\u00e9.markdown::*Title][it]]\n',
    'empty.md': '',
    'readme.txt': 'marker',
  },
}

async function bytesOf(root: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const path of glob('**/*', { cwd: root, withFileTypes: false, exclude: (name) => name === '.datacore' })) {
    const bytes = await readFile(join(root, path)).catch(() => undefined)
    if (bytes !== undefined) found.set(path, bytes.toString('hex'))
  }
  return found
}

test.each(Object.keys(vaults))('no byte of a vault of %s changes that was not asked for', async (kind) => {
  const { paths } = await workSpace()
  for (const [path, text] of Object.entries(vaults[kind] ?? {})) {
    await mkdir(dirname(join(paths.root, path)), { recursive: true })
    await writeFile(join(paths.root, path), text)
  }
  const before = await bytesOf(paths.root)
  expect(before.size).toBeGreaterThan(2)
  const space = await openSpace(paths.root, { isTrusted: true, openModel: async () => await Promise.resolve(embedder) })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  await space.index({})
  await space.search({ query: 'marker' })
  await space.doctor({})
  const { notes } = await space.notes.recent({ top: 50 })
  expect(await bytesOf(paths.root)).toEqual(before)
  for (const { path } of notes) {
    const [read] = (await space.notes.read({ notes: [path] })).notes
    const isText = !/\.(?:canvas|base|excalidraw\.md)$/.test(path)
    if (isText && read?.text.includes('marker') === true) {
      await space.notes.edit({ note: path, old: 'marker', text: 'other', index: false })
      await space.notes.edit({ note: path, old: 'other', text: 'marker', index: false })
    }
    if (isText) {
      const { undo = '' } = await space.notes.append({ note: path, text: 'more', index: false })
      await space.undo({ run: undo, index: false })
    }
    const { undo = '' } = await space.notes.move({ note: path, to: 'else/where/', index: false })
    await space.undo({ run: undo, index: false })
    expect(await bytesOf(paths.root)).toEqual(before)
  }
})
