import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ChatServer, serveChat } from '../__fixtures__/chat-server.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { findAgents } from './find-agents.ts'
import { importAgents } from './import-agents.ts'

const written = ['my rolls come out flat', 'my rolls come  out flat', 'see https://evil.example/x', 'word']

async function bakery(answer: () => unknown, writer: object = {}) {
  const server: ChatServer = await serveChat(answer)
  const chat = { api: 'openai', base_url: server.url, model: 'm', max_attempts: 1, prices: { input: 1, output: 2 } }
  const made = await workSpace({ settings: { writer: 'writer-chat', plugins: { 'writer-chat': chat }, ...writer } })
  const folder = join(made.paths.root, '.claude/agents')
  await mkdir(folder, { recursive: true })
  const put = async (name: string, description: string): Promise<void> =>
    await writeFile(join(folder, `${name}.md`), `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`)
  await put('baker', 'Makes bread')
  return { ...made, server, put }
}

test('a model writes requests for agents that have none, marked as its own, which find them as examples', async () => {
  const { work, paths, server, put } = await bakery(() => ({ texts: written }))
  await put('tuner', 'Tunes. Use when the piano is out of tune.')
  expect((await importAgents.run(work, {})).examples).toBeUndefined()
  const report = await importAgents.run(work, { examples: true })
  expect(report).toMatchObject({ examples: { agents: ['baker'], model: 'm-1', cost_usd: 0.000316 }, findings: [] })
  expect(server.requests).toHaveLength(1)
  const text = await readFile(paths.agentsFile, 'utf8')
  expect(text).toContain('x-made-examples')
  expect(text).not.toContain('evil.example')
  const { results } = await findAgents.run(work, { task: 'my rolls come out flat' })
  expect(results[0]).toMatchObject({ id: 'baker', matched: 'my rolls come out flat', matched_kind: 'made example' })
  // Again only for what changed, and what a changed source says does not take them away.
  await importAgents.run(work, { examples: true })
  await put('baker', 'Makes bread and rolls')
  await importAgents.run(work, {})
  expect(await readFile(paths.agentsFile, 'utf8')).toContain('x-made-examples')
  expect(server.requests).toHaveLength(1)
  await importAgents.run(work, { examples: true })
  expect(server.requests).toHaveLength(2)
})

test.each([
  ['prose', () => 'Ask it anything.'],
  ['no requests', () => ({ texts: ['bread', 7] })],
])('%s makes no examples, and three failures are enough', async (_, answer) => {
  const { work, server, put } = await bakery(answer)
  for (const name of ['cook', 'miller', 'waiter']) await put(name, `Is a ${name}`)
  const { examples, findings } = await importAgents.run(work, { examples: true })
  expect([examples?.agents, findings.map(({ code }) => code)]).toEqual([[], Array(3).fill('WRITER_OF_NO_USE')])
  expect(server.requests).toHaveLength(3)
})

test('without a writer an import says so, and a dry run asks nobody', async () => {
  const { work } = await bakery(() => ({ texts: written }), { writer: undefined })
  expect(await importAgents.run(work, { examples: true })).toMatchObject({
    imported: [{ id: 'baker' }],
    findings: [{ code: 'WRITER_NOT_SET' }],
  })
  const { work: set, server } = await bakery(() => ({ texts: written }))
  await importAgents.run(set, { examples: true, dry_run: true })
  expect(server.requests).toHaveLength(0)
})
