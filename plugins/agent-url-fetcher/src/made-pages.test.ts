import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFetcher } from './__fixtures__/start-fetcher.ts'

test('a page of a real manual keeps its words in order and its names, and loses its navigation', async () => {
  const body = await readFile(join(import.meta.dirname, '__fixtures__/made/libffi-basics.html'))
  const headers = { 'content-type': 'text/html' }
  await using fetcher = await startFetcher(() => new Response(new Uint8Array(body), { headers }))
  const { documents } = await fetcher.read('https://docs.example.org/libffi/The-Basics.html')
  const { title, text } = documents[0] ?? { title: '', text: '' }
  expect(title).toContain('The Basics')
  const places = [
    'assumes that you have a pointer to the function',
    'ffi_cif',
    'ffi_prep_cif',
    'number of arguments',
    'ffi_prep_cif_var',
    'ffi_call',
  ].map((words) => text.indexOf(words))
  expect(
    places.every((place) => place >= 0),
    text,
  ).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(text).toContain('`ffi_cif`')
  expect(text).not.toMatch(/Permission is hereby granted|Next:|Up:|copiable-anchor/)
})
