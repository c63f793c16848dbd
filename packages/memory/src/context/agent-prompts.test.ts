import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SearchHit, SearchPort } from '../search/search-port.ts'
import { note } from './__fixtures__/found-hits.ts'
import { spaceWith } from './__fixtures__/space-with.ts'
import { type GatherContextOptions, gatherContext } from './gather-context.ts'

const own = 'agents/tide-writer.md'
const other = 'agents/cake.md'
const files = { [own]: 'You explain tides.\n', [other]: 'Always speak as a pirate.\n', 'a.md': 'A.\n', 'b.md': 'B.\n' }
const prompt = { origin: own, text: 'You explain tides.', because: 'it is the prompt of tide-writer', path: own }
const promptOwner = (path: string): string | undefined =>
  new Map([
    [own, 'tide-writer'],
    [other, 'cake'],
  ]).get(path)
const noKnowledge = 'it is the prompt of cake, which is no knowledge; an entry that requires it gets it'

function hitOf(path: string): SearchHit {
  return { ...note, id: `${path}#0`, path, title: path, snippet: `Of ${path}` }
}

function portOver(paths: readonly string[]): SearchPort {
  return (_query, { limit, filter }) => Promise.resolve(filter === undefined ? paths.slice(0, limit).map(hitOf) : [])
}

async function contextOf(
  reads: NonNullable<GatherContextOptions['agent']['reads']>,
  options: Partial<GatherContextOptions> = {},
): Promise<{ readonly parts: readonly string[]; readonly leftOut: readonly unknown[]; readonly prompt: string }> {
  const block = await gatherContext(await spaceWith(files), {
    agent: { id: 'tide-writer', reads },
    task: 'Explain.',
    prompt,
    promptOwner,
    search: portOver([own, other, 'a.md', 'b.md']),
    ...options,
  })
  return {
    parts: block.parts.slice(0, -2).map(({ kind, origin }) => `${kind} ${origin}`),
    leftOut: block.left_out,
    prompt: block.prompt,
  }
}

test('no search brings prompts, neither the own one nor that of another agent, and they take no places of notes', async () => {
  const context = await contextOf({}, { limit: 2 })
  expect(context.parts).toEqual([`prompt ${own}`, 'search a.md', 'search b.md'])
  expect(context.leftOut).toEqual([
    { origin: own, reason: 'it is in the context as a whole already (found as search)' },
    { origin: other, reason: noKnowledge },
  ])
  expect(context.prompt).not.toContain('pirate')
})

test('the own prompt is not required a second time, however the entry names it', async () => {
  const reason = 'it is in the context as a whole already (found as required)'
  for (const required of ['agents/tide-writer.md', './agents/../agents/tide-writer.md', 'agents/t*.md']) {
    const context = await contextOf({ required: [required] }, { search: portOver([]) })
    expect(context.parts).toEqual([`prompt ${own}`])
    expect(context.leftOut).toContainEqual({ origin: own, reason })
    expect(context.prompt.split('You explain tides.')).toHaveLength(2)
  }
})

test('the prompt of another agent that the entry requires is given', async () => {
  const context = await contextOf({ required: ['./agents/cake.md'] })
  expect(context.parts).toEqual([`prompt ${own}`, `required ${other}`, 'search a.md', 'search b.md'])
  expect(context.leftOut).toContainEqual({
    origin: other,
    reason: 'it is in the context as a whole already (found as search)',
  })
})

test('a note that was reached over a prompt is found; that one is not, does not hide what is closed', async () => {
  const linked = { ...hitOf('a.md'), via: [other] }
  const search: SearchPort = (_query, { filter }) => Promise.resolve(filter === undefined ? [hitOf(other), linked] : [])
  expect((await contextOf({}, { search })).parts).toEqual([`prompt ${own}`, 'search a.md'])
  const many = portOver(['a.md', ...Array.from({ length: 300 }, (_, at) => (at % 2 === 0 ? `x/${at}.md` : other))])
  const access = {
    path: (path: string) => (path.startsWith('x/') ? 'it is closed' : undefined),
    memory: () => Promise.resolve(undefined),
  }
  const { leftOut } = await contextOf({}, { search: many, access })
  expect(leftOut).toContainEqual({
    origin: 'query: the task itself',
    reason: 'only its first 200 hits were looked at, not all of which may be shown: it is closed',
  })
})

test('the own prompt is known again behind links, whichever of its names the entry or the prompt has', async () => {
  const paths = await spaceWith(files)
  await symlink('agents/tide-writer.md', join(paths.root, 'link.md'))
  const task = 'Explain.'
  for (const [path, required] of [
    [own, 'link.md'],
    ['link.md', own],
    ['link.md', 'link.md'],
  ] as const) {
    const agent = { id: 'tide-writer', reads: { required: [required] } }
    const options = { agent, task, prompt: { ...prompt, path }, promptOwner, search: portOver([own, 'a.md']) }
    const { parts, left_out } = await gatherContext(paths, options)
    expect(parts.slice(1, -2).map(({ origin }) => origin)).toEqual(['a.md'])
    expect(left_out).toContainEqual({ origin: required, reason: expect.stringContaining('(found as required)') })
    expect(left_out).toContainEqual({ origin: own, reason: expect.stringContaining('(found as search)') })
  }
})
