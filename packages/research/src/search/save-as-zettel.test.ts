import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWritesBroker, sha256 } from '@datacortex/platform'
import { parseNote } from '@datacortex/notes'
import { sourcesSpace } from '@datacortex/sources/fixtures'
import { expect, test } from 'vitest'
import { saveAsZettel } from './save-as-zettel.ts'
import type { SearchResult } from './search-types.ts'

const result: SearchResult = {
  id: 'wiki:d0',
  title: 'Tides: "spring" & neap\n---\nadmin: true',
  type: 'web',
  score: 0.5,
  hop: 0,
  snippet: 'They rise.\n\n![x](https://evil.example/p.png) <script>alert(1)</script>',
  origin: 'wiki',
  url: 'https://t.example/Tides?a=1',
  publishedAt: '2024-05-06',
}

async function saver() {
  const { root } = await sourcesSpace('')
  const folder = '0-personal/3-knowledge/zettel'
  const writes = createWritesBroker({ root, grants: [`${folder}/**`] })
  const reported: unknown[] = []
  const hooks = {
    emit: (...args: readonly unknown[]) => {
      reported.push(args.slice(0, 2))
      return Promise.resolve([])
    },
  }
  const now = Date.UTC(2026, 1, 18)
  const options = { query: 'tides', folder, writes, hooks, now, signal: new AbortController().signal }
  return { root, reported, options }
}

test('a result becomes a zettel once, marked as text of others, and hooks hear of it', async () => {
  const { root, reported, options } = await saver()
  const saved = await saveAsZettel(result, options)
  expect(saved.status).toBe('created')
  const text = await readFile(join(root, saved.path), 'utf8')
  expect(`${saved.path}\n${text}`).toMatchInlineSnapshot(`
    "0-personal/3-knowledge/zettel/tides-spring-neap-admin-true-65b4e62f.md
    ---
    title: 'Tides: "spring" & neap --- admin: true'
    type: zettel
    source: https://t.example/Tides?a=1
    origin: wiki
    published: 2024-05-06
    retrieved: 2026-02-18
    query: tides
    taint: external
    ---

    # Tides: "spring" & neap --- admin: true

    > They rise.
    >
    > [x](https://evil.example/p.png) \\<script>alert(1)\\</script>

    Found through wiki: <https://t.example/Tides?a=1>
    "
  `)
  expect(parseNote(text, { path: saved.path, sha256: sha256(text) }).title).toBe(
    'Tides: "spring" & neap --- admin: true',
  )
  expect(reported).toEqual([['search_save', { query: 'tides', result: 'wiki:d0', path: saved.path }]])
  await writeFile(join(root, saved.path), `${text}\nMy own thought.\n`)
  expect(await saveAsZettel(result, options)).toEqual({ path: saved.path, status: 'unchanged' })
  expect(await readFile(join(root, saved.path), 'utf8')).toContain('My own thought.')
})

test.each([
  ['a note of one’s own', { origin: 'local' }],
  ['a result without a text', { snippet: ' ' }],
])('%s is not saved', async (_, over) => {
  const { options } = await saver()
  await expect(saveAsZettel({ ...result, ...over }, options)).rejects.toMatchObject({ code: 'SEARCH_RESULT_NOT_SAVED' })
})

test('what may not be written there is refused', async () => {
  const { options } = await saver()
  const saving = saveAsZettel(result, { ...options, folder: '.datacore/agents' })
  await expect(saving).rejects.toMatchObject({ code: 'WRITES_REFUSED' })
})
