import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type SpacePaths, sha256 } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { registryOf } from '../__fixtures__/registry-of.ts'
import { createRouter } from '../router.ts'
import { temporarySpace } from './__fixtures__/temporary-space.ts'
import { confirmRouting } from './confirm-routing.ts'
import { learnedUtterances } from './learned-utterances.ts'
import { readRoutings, routingLimit } from './read-routings.ts'
import { routingsFile } from './routings-file.ts'

const at = '2026-01-02T03:04:05.000Z'
const registry = registryOf({ smith: {}, clerk: {} })

/** Lines as versions wrote them that kept the mark in the task and in its key. */
async function spaceWith(tasks: readonly { readonly text: string; readonly agent: string }[]): Promise<SpacePaths> {
  const paths = await temporarySpace()
  await mkdir(dirname(routingsFile(paths)), { recursive: true })
  const lines = tasks.map(({ text, agent }) =>
    JSON.stringify({ key: sha256(text.toLowerCase()).slice(0, 32), task: text.slice(0, 500), agent, at }),
  )
  await writeFile(routingsFile(paths), `${lines.join('\n')}\n`)
  return paths
}

async function confirmed(paths: SpacePaths, task: string): Promise<string | null> {
  const { agent, rule } = await createRouter(registry, await readRoutings(paths)).route(task)
  return rule.kind === 'confirmed' ? agent : null
}

test.each([
  ['- [ ] Order new horseshoes', '- [ ] Order new horseshoes'],
  ['+ Order new horseshoes', '+ Order new horseshoes'],
  ['1. [x] Order new horseshoes', '1. [x] Order new horseshoes'],
  // The star was a mark already.
  ['* [ ] Order new horseshoes', '[ ] Order new horseshoes'],
  ['* TODO [ ] Order new horseshoes', '[ ] Order new horseshoes'],
  ['- [ ] :AI: Order new horseshoes', '- [ ] :AI: Order new horseshoes'],
])('%j that was confirmed before marks were known is still known, without its mark', async (task, text) => {
  const paths = await spaceWith([{ text, agent: 'smith' }])
  for (const asked of [task, 'Order new horseshoes', '- order new horseshoes.'])
    expect([asked, await confirmed(paths, asked)]).toEqual([asked, 'smith'])
  const { routings } = await readRoutings(paths)
  expect(learnedUtterances(registry, routings).get('smith')).toEqual(['Order new horseshoes'])
  expect(await confirmRouting(paths, { task, agent: 'smith' })).toBe('unchanged')
})

test('the last word counts, whatever mark it had', async () => {
  const one = { text: '- [ ] Order new horseshoes', agent: 'smith' }
  const paths = await spaceWith([one, { text: '+ Order new horseshoes', agent: 'clerk' }])
  expect(await confirmed(paths, one.text)).toBe('clerk')
  expect((await readRoutings(paths)).routings).toHaveLength(1)
  expect(await confirmRouting(paths, { task: one.text, agent: 'smith' })).toBe('added')
  expect(await confirmed(paths, '+ Order new horseshoes')).toBe('smith')
})

test('a task as long as what is stored is known by its key: whole, or only a beginning', async () => {
  const fitting = `- [ ] ${'word '.repeat(200)}`.slice(0, 499).concat('s')
  const paths = await spaceWith([{ text: fitting, agent: 'smith' }])
  expect(await confirmed(paths, fitting)).toBe('smith')
  const long = 'word '.repeat(200)
  for (const [end, agent] of [
    ['one', 'smith'],
    ['two', 'clerk'],
  ] as const)
    await confirmRouting(paths, { task: `- ${long}${end}`, agent })
  expect(await confirmed(paths, `- ${long}one`)).toBe('smith')
  expect(await confirmed(paths, `${long}two`)).toBe('clerk')
  expect(await confirmed(paths, long.slice(0, 500))).toBe(null)
})

test.each([
  '- [ ] - Order',
  '- - - - - - - - - - - Order',
  ':a: :b: Order :c: :d:',
  '* TODO * NEXT Order',
  '* :AI:\n- Order',
])('%j is known again', async (task) => {
  const paths = await temporarySpace()
  await confirmRouting(paths, { task, agent: 'smith' })
  expect(await confirmRouting(paths, { task, agent: 'smith' })).toBe('unchanged')
  // Tags come before what was confirmed, and these are nobody's.
  expect(await confirmed(paths, task)).toBe('smith')
})

test('a file that is written anew keeps its form, and what was cut stays cut', async () => {
  const long = `- [ ] ${'word '.repeat(200)}`
  const paths = await spaceWith([
    { text: long, agent: 'clerk' },
    { text: '- Order', agent: 'smith' },
  ])
  const torn = '\n'.repeat(2 * routingLimit)
  await appendFile(routingsFile(paths), torn)
  await confirmRouting(paths, { task: 'Another', agent: 'clerk' })
  const lines = (await readFile(routingsFile(paths), 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
    lines.map(() => ['key', 'task', 'agent', 'at']),
  )
  expect(lines).toHaveLength(3)
  expect(await confirmed(paths, '- [ ] Order')).toBe('smith')
  expect(await confirmed(paths, long.slice(6, 500))).toBe(null)
})

test('a task behind very many marks is known again', async () => {
  const paths = await temporarySpace()
  const task = `${'- '.repeat(50_000)}Order new horseshoes`
  await confirmRouting(paths, { task, agent: 'smith' })
  expect(await confirmed(paths, task)).toBe('smith')
})
