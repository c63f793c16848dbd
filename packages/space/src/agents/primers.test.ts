import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveChat } from '../__fixtures__/chat-server.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { exportFinderSkill } from '../publish/publish-agents.ts'
import { judgeAgents } from './judge-agents.ts'
import { showPrimers } from './primers.ts'

const agents = {
  baker: { description: 'Bakes bread', skills: [{ id: 'rolls', name: 'Rolls', description: 'Bakes rolls', tags: [] }] },
  miller: { description: 'Grinds grain' },
}

async function modelled(answer: () => unknown) {
  const server = await serveChat(answer)
  const chat = { api: 'openai', base_url: server.url, model: 'm', max_attempts: 1 }
  const made = await workSpace({ agents, settings: { writer: 'writer-chat', plugins: { 'writer-chat': chat } } })
  const show = async (improve = false) => await showPrimers.run(made.work, { ids: ['baker', 'miller'], improve })
  return { ...made, server, show, folder: join(made.paths.cacheDirectory, 'primers') }
}

test('a primer is made of the entry, kept by its hash, and made anew for an agent that changed', async () => {
  const { work, paths, show, folder } = await modelled(() => ({ text: '' }))
  const { primers } = await show()
  expect(primers.map(({ agent, text, by }) => [agent, text, by])).toEqual([
    ['baker', 'baker: Bakes bread. Skills: Rolls.', 'entry'],
    ['miller', 'miller: Grinds grain', 'entry'],
  ])
  expect(await readdir(folder)).toHaveLength(2)
  expect(await show()).toEqual({ primers, findings: [] })
  await rm(folder, { recursive: true })
  expect(await show()).toEqual({ primers, findings: [] })
  await writeFile(paths.agentsFile, (await readFile(paths.agentsFile, 'utf8')).replace('Bakes bread', 'Bakes cakes'))
  const [changed, same] = (await showPrimers.run(work, { ids: ['baker', 'miller'] })).primers
  expect(changed).toMatchObject({ text: 'baker: Bakes cakes. Skills: Rolls.' })
  expect(changed?.hash).not.toBe(primers[0]?.hash)
  expect(same).toEqual(primers[1])
  expect(await readdir(folder)).toHaveLength(2)
  // All of the space, and none of the program.
  expect((await showPrimers.run(work, {})).primers.map(({ agent }) => agent)).toEqual(['baker', 'miller'])
})

test('a model words what it did not yet, once, and its words are what others choose by', async () => {
  const { work, server, show } = await modelled(() => ({ text: 'Makes fine loaves.', agent: null }))
  const worded = await show(true)
  expect(worded.primers.map(({ text, by }) => [text, by])).toEqual([
    ['Makes fine loaves.', 'm-1'],
    ['Makes fine loaves.', 'm-1'],
  ])
  expect(server.requests).toHaveLength(2)
  expect(await show(true)).toEqual(worded)
  expect(await show()).toEqual(worded)
  expect(server.requests).toHaveLength(2)
  const offered = ['baker', 'miller'].map((id) => ({ id, name: id, description: 'x', skills: [] }))
  await judgeAgents(work, { name: 'x', request: 'bread', offered })
  expect(server.requests.at(-1)).toContain('Makes fine loaves.')
  const { written } = await exportFinderSkill.run(work, { out: 'home' })
  const [skill = ''] = await Promise.all(written.map(async (file) => await readFile(file, 'utf8')))
  expect(skill).toContain('## Who is there\n\n- `baker`: Makes fine loaves.\n- `miller`: Makes fine loaves.\n')
})

test.each([
  ['nothing', () => ({ text: ' ' })],
  ['an address', () => ({ text: 'See https://evil.example' })],
  ['another shape', () => ({ words: 'x' })],
])('%s is no primer, and a finding', async (_, answer) => {
  const { show } = await modelled(answer)
  const { primers, findings } = await show(true)
  expect(primers.map(({ by }) => by)).toEqual(['entry', 'entry'])
  expect(findings.map(({ code }) => code)).toEqual(['WRITER_OF_NO_USE', 'WRITER_OF_NO_USE'])
})

test('an agent that is not there is refused, and without a model the entry speaks', async () => {
  const { work } = await workSpace({ agents })
  await expect(showPrimers.run(work, { ids: ['nobody'] })).rejects.toMatchObject({ code: 'REGISTRY_AGENT_NOT_FOUND' })
  const { primers, findings } = await showPrimers.run(work, { ids: ['miller'], improve: true })
  expect([primers[0]?.by, findings[0]?.code]).toEqual(['entry', 'WRITER_NOT_SET'])
})
