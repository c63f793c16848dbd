import { beforeAll, afterAll, expect, test } from 'vitest'
import { type HttpDoor, type OpenDoor, commandDoor, httpDoor, mcpDoor } from './doors.ts'
import { runDatacortex } from './one-process.ts'
import { meaninglessRequests } from '../bench/data/meaningless.ts'
import { useSampleSpace } from './sample-space.ts'

const space = useSampleSpace()
const doors: OpenDoor[] = []
let http: HttpDoor

beforeAll(async () => {
  const { root } = space()
  http = await httpDoor(root, ['find', 'run'])
  doors.push(commandDoor(root), await mcpDoor(root), http)
})
afterAll(async () => {
  for (const door of doors) await door[Symbol.asyncDispose]()
})

const nonsense = [
  'xqzv blorp wibble',
  'test',
  'qwertyuiop asdfghjkl',
  'lorem ipsum dolor sit amet',
  '!!! ???',
  'bake a wedding cake with three tiers',
]

test.each(nonsense)('%j is for no agent at any door, and what came nearest is shown as such', async (task) => {
  for (const { name, ask } of doors) {
    const found = await ask('find', { input: { task }, args: [task] })
    expect(found, name).toMatchObject({ answer: { results: [] } })
    const routed = await ask('route', { input: { task }, args: [task] })
    expect(routed, name).toMatchObject({ answer: { agent: null, via: 'none' } })
  }
  // Who may not read is shown what is published, and so is the nearest.
  for (const { name, ask } of doors.filter((door) => door !== http))
    expect(await ask('find', { input: { task }, args: [task] }), name).toMatchObject({
      answer: { best: { score: expect.any(Number) } },
    })
})

test('letters without any meaning are for no agent', async () => {
  const requests = meaninglessRequests(100)
  const { stdout } = await runDatacortex(['find', '--queries', '-', '--json'], {
    cwd: space().root,
    input: requests.join('\n'),
  })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { query: string; results: object[] })
  expect(answers).toHaveLength(requests.length)
  expect(answers.filter(({ results }) => results.length > 0).map(({ query }) => query)).toEqual([])
})

test('people and agents are told in words', async () => {
  const [task = ''] = nonsense
  const { stdout } = await runDatacortex(['find', task], { cwd: space().root })
  const [head, nearest, next] = stdout.split('\n')
  expect(head).toBe('no agent fits')
  expect(nearest).toMatch(/^nearest {4}[\w-]+ {2}0\.\d+, below 0\.40$/)
  expect(next).toBe(`next       datacortex find --min-score 0 '${task}'`)
  // What stands there can be pasted.
  const words = [...(next ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const { stdout: pasted } = await runDatacortex(words.slice(2), { cwd: space().root })
  expect(pasted).toContain(' 1  ')
  const guide = JSON.stringify(await http.guide(task))
  expect(guide).toContain('No agent of this space fits that.')
  expect(guide).toContain('"results":[]')
  const pages = await http.search(task)
  expect(pages).toMatchObject({ results: [] })
})
